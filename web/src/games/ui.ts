// What a game's folder gives to the pages: drawing a view, offering its choices. No rules.

import type { Component } from 'svelte';
import type { Text } from '../lib/i18n.svelte';
import type { Choices, Event, GameId, LogLine, Move, View } from '../wire/kinds';

/** Everything a board needs. Same props, same picture. */
export interface BoardProps<V = View, C = Choices> {
  readonly view: V;
  readonly choices: C | null; // null where it is not our turn
  readonly seat: number | null; // ours; null for a spectator and in a replay
  readonly names: readonly string[];
  readonly last: LogLine | null; // what has just happened, for motion
  readonly busy: boolean; // a command is on its way
  readonly play: (moves: readonly Move[]) => void; // of one turn, all or nothing
  readonly refuse: (why: Text) => void; // something was pressed that cannot be: say why
}

export interface PlayerProps<V = View> {
  readonly view: V;
  readonly seat: number;
  readonly you: boolean;
}

/** A row of the table at the end: where points came from, seat by seat. */
export interface ResultRow {
  readonly label: Text;
  readonly points: readonly (number | null)[];
}

export interface GameUi {
  /** The board with the actions under it. */
  readonly Board: Component<BoardProps>;
  /** What a player's card shows under the name: points, what they hold, what they may still do. */
  readonly Player: Component<PlayerProps>;
  /** Costs and scoring on one card. */
  readonly Aid: Component<Record<string, never>>;
  /** Every tile and piece of the game, for looking at. */
  readonly Tiles: Component<Record<string, never>>;
  /** The points a seat shows on its card. */
  readonly points: (view: View, seat: number) => number;
  /** The one sentence that says what is asked of who acts. */
  readonly prompt: (view: View, choices: Choices | null) => string;
  /** Whether a move can be prepared while others play. */
  readonly prepares: boolean;
  /** What is marked in a replay: points were given, a round began. */
  readonly landmark: (event: Event) => boolean;
  /** Where points came from, at the end; the sum stands under it. */
  readonly result: (view: View, log: readonly LogLine[]) => readonly ResultRow[];
}

export const GAMES: readonly GameId[] = ['tikal', 'shelf', 'planet'];

const LOADERS: Record<GameId, () => Promise<{ readonly ui: GameUi }>> = {
  tikal: () => import('./tikal'),
  shelf: () => import('./shelf'),
  planet: () => import('./planet'),
};

/** The pictures of a game's rules, each with its caption; nothing where the name is unknown. Only the rules page needs them. */
const FIGURES: Record<GameId, () => Promise<{ readonly default: Component<{ readonly name: string }> }>> = {
  tikal: () => import('./tikal/Figures.svelte'),
  shelf: () => import('./shelf/Figures.svelte'),
  planet: () => import('./planet/Figures.svelte'),
};

export async function loadFigures(game: string): Promise<Component<{ readonly name: string }>> {
  return (await FIGURES[game as GameId]()).default;
}

/** A game's folder, loaded when its table is opened. */
export async function load(game: string): Promise<GameUi> {
  return (await LOADERS[game as GameId]()).ui;
}
