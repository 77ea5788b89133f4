// Tikal on the page.

import { say } from '../../lib/i18n.svelte';
import type { Choices, LogLine, TikalChoices, TikalView, View } from '../../wire/kinds';
import type { GameUi, ResultRow } from '../ui';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import Player from './Player.svelte';
import Tiles from './Tiles.svelte';
import { filled, pointsLeft, pointsLeftLow, T, tileName } from './texts';

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

/** Round by round, as they were told in the log; in an auction also what is left of the points one began with. */
function result(any: View, log: readonly LogLine[]): readonly ResultRow[] {
  const { players, auction } = any as TikalView;
  const rounds: number[][] = players.map(() => []);
  for (const line of log) for (const event of line.events) if (event.type === 'tikal.scored') rounds[event.seat]?.push(event.total);
  const played = Math.max(0, ...rounds.map((one) => one.length));
  const rows: ResultRow[] = Array.from({ length: played }, (_, i) => ({
    label: i + 1 < played ? filled(T.resultRound, { n: i + 1 }) : T.resultLast,
    points: rounds.map((one) => one[i] ?? null),
  }));
  if (auction) rows.push({ label: T.resultBids, points: players.map((player, seat) => player.score - (rounds[seat]?.reduce((sum, n) => sum + n, 0) ?? 0)) });
  return rows;
}

export const ui: GameUi = {
  Board,
  Player,
  Aid,
  Tiles,
  prepares: false,
  points: (view, seat) => (view as TikalView).players[seat]?.score ?? 0,
  prompt,
  landmark: (event) => event.type === 'tikal.scored',
  result,
};
