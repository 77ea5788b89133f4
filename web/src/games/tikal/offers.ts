// What the server offers, sorted by hex for pressing. Nothing here decides what is allowed.

import type { Text } from '../../lib/i18n.svelte';
import type { Move, Path, Reach, Target, TikalChoices, TikalView, Walk } from '../../wire/kinds';
import { beyond, keyOf, same, type Cell } from './hex';
import { T } from './texts';

export type Action = 'enter' | 'walk' | 'uncover' | 'take' | 'exchange' | 'build' | 'guard';
export const ORDER: readonly Action[] = ['enter', 'walk', 'uncover', 'take', 'exchange', 'build', 'guard'];

/** A thing that can be done on a hex. Walking has no moves yet: first the target. */
export interface Option {
  readonly key: string;
  readonly action: Action;
  readonly cell: Cell;
  readonly piece: 'worker' | 'leader' | null;
  readonly price: number | null;
  readonly moves: readonly Move[];
}

/** The cells of the camps a move counts: the base camp, then one's own as built. */
export function campCells(view: TikalView): Cell[] {
  const base = view.board.find((laid) => laid.tile.kind === 'base');
  const own = view.toAct === null ? [] : (view.players[view.toAct]?.camps ?? []);
  return [...(base ? [base.cell] : []), ...own];
}

/** Every option, hex by hex. */
export function optionsByCell(view: TikalView, choices: TikalChoices | null): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  if (!choices) return found;
  const { costs } = choices;
  const camps = campCells(view);
  const add = (action: Action, cell: Cell | undefined, piece: Option['piece'], price: number | null, moves: readonly Move[]): void => {
    if (!cell) return;
    const key = keyOf(cell);
    found.set(key, [...(found.get(key) ?? []), { key: `${action}:${piece ?? ''}:${key}`, action, cell, piece, price, moves }]);
  };
  for (const move of choices.enter) add('enter', camps[move.camp], move.piece, costs.enter, [move]);
  for (const reach of choices.reach) add('walk', reach.cell, reach.piece, null, []);
  for (const cell of choices.uncover) add('uncover', cell, null, costs.uncover, [{ type: 'tikal.uncover', cell }]);
  for (const cell of choices.take) add('take', cell, null, costs.take, [{ type: 'tikal.take', cell }]);
  for (const cell of choices.build) add('build', cell, null, costs.build, [{ type: 'tikal.build', cell }]);
  for (const move of choices.guard) add('guard', move.cell, move.piece, costs.guard, [move]);
  return found;
}

/** Whether an action is on offer at all. */
export function offered(choices: TikalChoices | null, action: Action): boolean {
  if (!choices) return false;
  return (action === 'walk' ? choices.reach : choices[action]).length > 0;
}

/** What a button shows as its price: one number, or from the cheapest to the dearest way. */
export function priceOf(choices: TikalChoices | null, action: Action): string {
  if (!choices) return '';
  if (action !== 'walk') return String(choices.costs[action]);
  const prices = choices.reach.flatMap((reach) => reach.targets.map((target) => target.price));
  if (!prices.length) return '1+';
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** Why an action cannot be taken now, as far as the view tells. */
export function whyNot(view: TikalView, choices: TikalChoices | null, action: Action): { text: Text; cost: number | null } {
  if (!choices) return { text: T.notYourTurn, cost: null };
  if (view.phase === 'place') return { text: T.firstLay, cost: null };
  if (view.phase !== 'act') return { text: T.firstBid, cost: null };
  const cost = action === 'walk' ? null : choices.costs[action];
  if (cost !== null && cost > view.points) return { text: T.tooDear, cost };
  const none: Record<Action, Text> = {
    enter: T.noEnter, walk: T.noWalk, uncover: T.noUncover, take: T.noTake, exchange: T.noExchange, build: T.noBuild, guard: T.noGuard,
  };
  return { text: none[action], cost: null };
}

export const NOT_HERE: Record<Action, Text> = {
  enter: T.cannotEnterHere, walk: T.noMoverHere, uncover: T.cannotUncoverHere, take: T.cannotTakeHere, exchange: T.nothingHere, build: T.cannotBuildHere, guard: T.cannotGuardHere,
};

export function reachOf(choices: TikalChoices | null, piece: string, cell: Cell): Reach | null {
  return choices?.reach.find((reach) => reach.piece === piece && same(reach.cell, cell)) ?? null;
}

/** A step of a way, for drawing it. */
export interface Step {
  readonly from: Cell;
  readonly to: Cell;
  readonly cost: number;
  readonly secret: boolean;
}

/** The way to a target, step by step. */
export function stepsOf(view: TikalView, choices: TikalChoices, from: Cell, target: Target): Step[] {
  const camps = campCells(view);
  let here = from;
  return target.way.map((move: Walk | Path): Step => {
    const to = move.type === 'tikal.walk' ? beyond(here, move.direction) : (camps[move.target] ?? here);
    const border = view.borders.find(({ a, b }) => (same(a, here) && same(b, to)) || (same(a, to) && same(b, here)));
    const step = { from: here, to, cost: move.type === 'tikal.walk' ? (border?.cost ?? 0) : choices.costs.path, secret: move.type === 'tikal.path' };
    here = to;
    return step;
  });
}
