import { say } from '../../lib/i18n.svelte';
import type { PlanetChoices, PlanetView } from '../../wire/kinds';
import type { GameUi, ResultRow } from '../ui';
import Aid from './Aid.svelte';
import Board from './Board.svelte';
import { CHARACTERS } from './people';
import Player from './Player.svelte';
import { T, WHO } from './texts';
import Tiles from './Tiles.svelte';

const ASKED = { choose: T.choose, hide: T.hide, take: T.take, place: T.placeIt, name: T.name };

export const ui: GameUi = {
  Board,
  Player,
  Aid,
  Tiles,
  prepares: true,
  points: (view, seat) => (view as PlanetView).players[seat]?.points.total ?? 0,
  prompt: (view, choices) => {
    const step = (choices as PlanetChoices | null)?.step;
    return say(step ? ASKED[step] : view.over ? T.over : T.others);
  },
  landmark: (event) => event.type === 'planet.chosen',
  result: (view) => {
    const points = (view as PlanetView).players.map((player) => player.points);
    const rows = CHARACTERS.map((who): ResultRow => ({
      label: WHO[who].name,
      points: points.map((one) => {
        const theirs = one.characters.filter((character) => character.character === who);
        return theirs.length ? theirs.reduce((sum, character) => sum + (character.points ?? 0), 0) : null;
      }),
    })).filter((row) => row.points.some((n) => n !== null));
    return [...rows, { label: T.volcanoes, points: points.map((one) => one.volcanoes) }];
  },
};
