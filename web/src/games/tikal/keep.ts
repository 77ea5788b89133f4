// Keeps what has not changed: the same picture is the same object, so that a move redraws only the hexes it touches.

export interface Keyed {
  readonly key: string;
}

export function keeper<T extends Keyed>(): (items: readonly T[]) => T[] {
  let old = new Map<string, { readonly text: string; readonly item: T }>();
  return (items) => {
    const now = new Map<string, { readonly text: string; readonly item: T }>();
    for (const item of items) {
      const text = JSON.stringify(item);
      const was = old.get(item.key);
      now.set(item.key, was?.text === text ? was : { text, item });
    }
    old = now;
    return [...now.values()].map((kept) => kept.item);
  };
}
