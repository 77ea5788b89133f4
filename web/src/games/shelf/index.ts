import { say } from '../../lib/i18n.svelte';
import type { ShelfView } from '../../wire/kinds';
import type { GameUi } from '../ui';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import Player from './Player.svelte';
import './room.css';
import { T } from './texts';
import Tiles from './Tiles.svelte';

export const ui: GameUi = {
  Board,
  Player,
  Aid,
  Tiles,
  prepares: true,
  points: (view, seat) => (view as ShelfView).players[seat]?.points.total ?? 0,
  prompt: (view, choices) => say(choices ? T.ask : view.over ? T.over : T.others),
  landmark: (event) => event.type === 'shelf.goal' || event.type === 'shelf.filled',
  result: (view) => {
    const points = (view as ShelfView).players.map((player) => player.points);
    return [
      { label: T.groups, points: points.map((one) => one.groups) },
      { label: T.tokens, points: points.map((one) => one.tokens) },
      { label: T.personal, points: points.map((one) => one.personal) },
      { label: T.end, points: points.map((one) => one.end) },
    ];
  },
};
