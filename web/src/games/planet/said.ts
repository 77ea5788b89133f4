// A tile in words.

import { say } from '../../lib/i18n.svelte';
import type { PlanetTile } from '../../wire/kinds';
import type { Element } from './art';
import { ELEMENT, T, WHO } from './texts';

export function thingsOn(tile: PlanetTile): { readonly element: Element; readonly n: number }[] {
  return (Object.entries(tile.elements) as [Element, number][]).filter(([, n]) => n > 0).map(([element, n]) => ({ element, n }));
}

export function tileWords(tile: PlanetTile | null): string {
  if (!tile) return say(T.hidden);
  const things = thingsOn(tile).map(({ element, n }) => (n > 1 ? `${say(ELEMENT[element])} ×${n}` : say(ELEMENT[element])));
  return [...(tile.character ? [say(WHO[tile.character].name)] : []), ...things].join(', ');
}

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
