// Requests. What goes wrong is a Problem with words in both languages.

import type { Problem } from '../wire/api';

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.words.en);
  }
}

const LOST: Problem = {
  code: 'offline',
  words: { pl: 'Brak połączenia z serwerem. Spróbuj za chwilę.', en: 'The server cannot be reached. Try again in a moment.' },
};

export async function ask<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(LOST);
  }
  if (!response.ok) throw new Refusal((await response.json().catch(() => LOST)) as Problem);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
