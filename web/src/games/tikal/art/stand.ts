// Where a temple stands on its hex: the tall ones lower, clear of the stones above; a guarded one leaves room for its guard.

export interface Stand {
  readonly foot: number;
  readonly scale: number;
  readonly plate: number; // the number's middle
  readonly top: number; // how high above the foot a guard stands
}

export function standOf(level: number, guarded: boolean, spin: number): Stand {
  const sink = guarded ? 8 : Math.max(0, level - 4) * 1.8;
  const scale = guarded ? 0.94 : 1.1;
  const ground = spin ? 6 : 9;
  return { foot: ground + sink, scale, plate: guarded ? ground + sink - 1 : ground - 13, top: Math.min(24, scale * (14 + 2.9 * level)) };
}
