// Where figures stand on a hex, and how a way runs over the board.

import type { LaidTile } from '../../wire/kinds';
import { keyOf, type Layout, type Point } from './hex';
import type { Step } from './offers';

export interface Placed {
  readonly key: string;
  readonly kind: 'worker' | 'leader';
  readonly seat: number;
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A temple makes room for a leader's hat. */
export function leanOf(laid: LaidTile): number {
  return laid.guard === null && laid.troops.some((troop) => troop.leader) ? -5 : 0;
}

/** The corners in the order they are taken: a worker does not hide behind a leader. */
function cornersFor(layout: Layout, leaders: number): Point[] {
  const corners = [...layout.corners];
  if (leaders > 1 && !layout.turned) corners.splice(2, 0, [0, 36]);
  const side = layout.turned ? 3 : 2;
  if (leaders === 1) corners.splice(side, 2, ...corners.slice(side, side + 2).reverse());
  return corners;
}

/** Leaders first, each in a corner where no stone lies; the nearer stand before the farther. */
export function figuresOn(laid: LaidTile, layout: Layout): Placed[] {
  const leaders = laid.troops.filter((troop) => troop.leader).map((troop) => ({ kind: 'leader' as const, seat: troop.seat, count: 1 }));
  const workers = laid.troops.filter((troop) => troop.workers > 0).map((troop) => ({ kind: 'worker' as const, seat: troop.seat, count: troop.workers }));
  const all = [...leaders, ...workers];
  const alone = all.length === 1 && (laid.tile.kind === 'jungle' || laid.tile.kind === 'base') && laid.camp === null;
  const scale = (all.length > 4 ? 0.72 : all.length > 2 ? 0.88 : 1) * (layout.turned ? 1.14 : 1);
  const corners = cornersFor(layout, leaders.length);
  return all
    .map((figure, i): Placed => {
      const [x, y]: Point = alone && !(laid.tile.edges[3] && !layout.turned) ? [0, layout.turned ? 38 : 37] : (corners[i] ?? [0, 30]);
      const wide = figure.kind === 'leader' && !alone ? 1.22 : 1;
      return { key: `${figure.seat}${figure.kind}`, ...figure, x: Math.round(x * wide), y, scale };
    })
    .sort((a, b) => a.y - b.y);
}

export interface Road {
  readonly d: string;
  readonly secret: readonly string[];
  readonly tolls: readonly { readonly key: string; readonly x: string; readonly y: string; readonly cost: number }[];
}

const LOW = 28; // a way runs below a temple's number

/** A dotted line through the middles of the crossed borders; each border carries its own price. */
export function roadOf(layout: Layout, steps: readonly Step[]): Road {
  let d = '';
  const secret: string[] = [];
  const tolls: Road['tolls'][number][] = [];
  steps.forEach((step, i) => {
    const [ax, ay] = layout.at(step.from);
    const [bx, by] = layout.at(step.to);
    const long = Math.hypot(bx - ax, by - ay) || 1;
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    if (step.secret) {
      const bend = Math.min(90, long / 3);
      secret.push(`M${ax.toFixed(1)} ${ay.toFixed(1)}Q${mx.toFixed(1)} ${(my - bend).toFixed(1)} ${bx.toFixed(1)} ${by.toFixed(1)}`);
      tolls.push({ key: keyOf(step.to), x: mx.toFixed(1), y: (my - bend / 2).toFixed(1), cost: step.cost });
      return;
    }
    const before = steps[i - 1];
    const after = steps[i + 1];
    const first = !before || before.secret;
    if (first) d += `M${(ax + (mx - ax) * 0.2).toFixed(1)} ${(ay + LOW + (my - ay - LOW) * 0.2).toFixed(1)}L${mx.toFixed(1)} ${my.toFixed(1)}`;
    if (after && !after.secret) {
      const [cx, cy] = layout.at(after.to);
      d += `Q${bx.toFixed(1)} ${(by + LOW).toFixed(1)} ${((bx + cx) / 2).toFixed(1)} ${((by + cy) / 2).toFixed(1)}`;
    } else {
      const [ex, ey] = [bx - (bx - mx) * 0.3, by + LOW * 0.35 - (by - my) * 0.3];
      d += `Q${(mx + ((bx - ax) / long) * 16).toFixed(1)} ${(my + ((by - ay) / long) * 16).toFixed(1)} ${ex.toFixed(1)} ${ey.toFixed(1)}`;
    }
    tolls.push({ key: keyOf(step.to), x: (mx - ((by - ay) / long) * 22).toFixed(1), y: (my + ((bx - ax) / long) * 22).toFixed(1), cost: step.cost });
  });
  return { d, secret, tolls };
}
