// Who plays on this browser. Nobody is asked before playing: a name is given and can be changed.

import type { PlayerNow } from '../wire/api';
import { Refusal, ask } from './api';
import { i18n } from './i18n.svelte';

const KEPT = 'kafelki.name';
const GUESTS = { pl: 'Gość', en: 'Guest' };

class Session {
  me = $state<PlayerNow | null>(null);
  #coming: Promise<PlayerNow> | null = null;

  /** Who we are, if the server knows this browser. */
  async look(): Promise<PlayerNow | null> {
    try {
      this.me = await ask<PlayerNow | null>('GET', '/api/me');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    return this.me;
  }

  /** Who we are; somebody new where nobody was. */
  async someone(): Promise<PlayerNow> {
    if (this.me) return this.me;
    this.#coming ??= this.#come();
    return this.#coming;
  }

  async #come(): Promise<PlayerNow> {
    const known = await this.look();
    if (known) return known;
    const name = localStorage.getItem(KEPT) ?? GUESTS[i18n.lang];
    this.me = await ask<PlayerNow>('POST', '/api/players', { name });
    return this.me;
  }

  async rename(name: string): Promise<void> {
    await this.someone();
    this.me = await ask<PlayerNow>('PATCH', '/api/me', { name });
    localStorage.setItem(KEPT, this.me.name);
  }
}

export const session = new Session();
