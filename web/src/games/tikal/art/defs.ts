// The shared drawings go into the page once: a gradient inside something hidden would not paint.

import { mount } from 'svelte';
import Defs from './Defs.svelte';

let there = false;

export function defs(): void {
  if (there) return;
  there = true;
  mount(Defs, { target: document.body });
}
