// Tikal on the page.

import { say } from '../../lib/i18n.svelte';
import type { Choices, TikalChoices, TikalView, View } from '../../wire/kinds';
import type { GameUi, ResultRow } from '../ui';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import Player from './Player.svelte';
import Tiles from './Tiles.svelte';
import { pointsLeft, pointsLeftLow, T, tileName } from './texts';

function prompt(any: View, offer: Choices | null): string {
  const view = any as TikalView;
  const choices = offer as TikalChoices | null;
  if (view.over) return say(T.over);
  if (!choices) return say(T.waiting);
  if (view.phase === 'place') return view.hand ? say(T.placeTile, { tile: tileName(view.hand) }) : '';
  if (view.phase === 'choose') return say(T.chooseNow);
  if (view.phase === 'bid') return say(choices.leastBid === null ? T.passOnly : T.bidNow);
  if (view.points === 0) return say(T.noneLeft);
  if (view.scoring) return say(view.scoring.last ? T.lastScoringLeft : T.scoringLeft, { left: pointsLeftLow(view.points) });
  return pointsLeft(view.points);
}

/** The view tells the sum of all scoring rounds, and what stands on the table at the end. */
function result(any: View): readonly ResultRow[] {
  const { players } = any as TikalView;
  return [
    { label: T.resultTemples, points: players.map((player) => player.templePoints) },
    { label: T.resultTreasures, points: players.map((player) => player.treasurePoints) },
    { label: T.resultTotal, points: players.map((player) => player.score), total: true },
  ];
}

export const ui: GameUi = {
  Board,
  Player,
  Aid,
  Tiles,
  points: (view, seat) => (view as TikalView).players[seat]?.score ?? 0,
  prompt,
  result,
};
