// The ways to a table.

import type { GameId, TableInfo } from '../wire/kinds';
import { Refusal, ask } from './api';
import { promise } from './fairness';
import { router } from './router.svelte';
import { session } from './session.svelte';

const LEVEL = 'kafelki.level';

export const keptLevel = (): string => localStorage.getItem(LEVEL) ?? 'casual';
export const keepLevel = (level: string): void => localStorage.setItem(LEVEL, level);

/** You against a bot, at once. */
export async function playNow(game: GameId): Promise<void> {
  await session.someone();
  const table = await ask<TableInfo>('POST', '/api/tables', { game, nonceHash: promise(), bots: [keptLevel()] });
  router.go(`/t/${table.id}?go`);
}

/** A table for people, with as many seats as the game has. */
export async function newTable(game: GameId, seats: number): Promise<void> {
  await session.someone();
  const table = await ask<TableInfo>('POST', '/api/tables', { game, seats, nonceHash: promise() });
  router.go(`/t/${table.id}`);
}

/** Sit down, by invitation, code or a public table's id; where every seat is taken, look on. */
export async function join(key: string): Promise<void> {
  await session.someone();
  const come = (role: 'seat' | 'spectator'): Promise<TableInfo> => ask('POST', '/api/join', { key, role, nonceHash: promise() });
  const table = await come('seat').catch((error: unknown) => {
    if (error instanceof Refusal && error.problem.code.endsWith('full')) return come('spectator');
    throw error;
  });
  router.go(`/t/${table.id}`, true);
}
