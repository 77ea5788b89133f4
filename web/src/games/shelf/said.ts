// Small helpers around words and places.

import { count, say, type Plural, type Text, type Values } from '../../lib/i18n.svelte';

/** A text with its {names} filled in, still in both languages: for what the page says later. */
export function both(text: Text, values: Values): Text {
  const fill = (words: string): string => words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return { pl: fill(text.pl), en: fill(text.en) };
}

/** The same for a counted text. */
export function bothOf(plural: Plural, n: number, values: Values): Text {
  const few = new Intl.PluralRules('pl').select(n);
  const pl = plural.pl[few === 'one' ? 0 : few === 'few' ? 1 : 2];
  return both({ pl, en: plural.en[n === 1 ? 0 : 1] }, { n, ...values });
}

/** (4, 0) is A5, as in the log. */
export function cellName(row: number, column: number): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`;
}

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Enter and Space press, as on a button. */
export function onKey(press: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  };
}

export { count, say };
