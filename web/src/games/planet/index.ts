import type { GameUi } from '../ui';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import Player from './Player.svelte';
import Tiles from './Tiles.svelte';

export const ui: GameUi = {
  Board,
  Player,
  Aid,
  Tiles,
  points: () => 0,
  prompt: () => '',
  result: () => [],
};
