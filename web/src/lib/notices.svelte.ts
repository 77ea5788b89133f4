// Being told of one's turn when the page is not looked at: whether this browser is, and switching it on and off.

import type { NoticesNow, WebhookSecret } from '../wire/api';
import { ask } from './api';
import { i18n } from './i18n.svelte';
import { sha256 } from './sha256';

const NIGHT = { startHour: 22, endHour: 7 };
const canPush = isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const idOf = (endpoint: string): string =>
  Array.from(sha256(new TextEncoder().encode(endpoint)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function subscription(): Promise<PushSubscription | null> {
  const worker = canPush ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await worker?.pushManager.getSubscription()) ?? null;
}

class Notices {
  now = $state.raw<NoticesNow | null>(null);
  on = $state(false); // in this browser
  blocked = $state(canPush && Notification.permission === 'denied');
  readonly can = canPush;
  readonly secure = isSecureContext;

  async look(): Promise<void> {
    await this.#stands(await ask<NoticesNow>('GET', '/api/me/notices'));
  }

  /** Ask the browser, subscribe, and say so to the server. False where the browser cannot. */
  async turnOn(): Promise<boolean> {
    const worker = await navigator.serviceWorker.getRegistration();
    const key = this.now?.pushKey;
    this.blocked = (await Notification.requestPermission()) !== 'granted';
    if (this.blocked) return true;
    if (!worker || !key) return false;
    const found = await subscribe(worker, key);
    if (!found) return false;
    const { endpoint, keys } = found.toJSON();
    const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language: i18n.lang };
    await this.#stands(await ask<NoticesNow>('PUT', '/api/me/notices/browser', body));
    return true;
  }

  async turnOff(): Promise<void> {
    const found = await subscription();
    if (!found) return;
    const now = await ask<NoticesNow>('DELETE', `/api/me/notices/browsers/${idOf(found.endpoint)}`);
    await found.unsubscribe();
    await this.#stands(now);
  }

  /** Hours without notices, by the clock of this browser; null: none. */
  async setQuiet(hours: { readonly startHour: number; readonly endHour: number } | null): Promise<void> {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const path = '/api/me/notices/quiet';
    await this.#stands(await (hours ? ask<NoticesNow>('PUT', path, { ...hours, zone }) : ask<NoticesNow>('DELETE', path)));
  }

  night(): Promise<void> {
    return this.setQuiet(NIGHT);
  }

  /** The key that calls are signed with. */
  async setWebhook(url: string): Promise<string> {
    const made = await ask<WebhookSecret>('PUT', '/api/me/notices/webhook', { url, language: i18n.lang });
    await this.look();
    return made.secret;
  }

  async dropWebhook(): Promise<void> {
    await this.#stands(await ask<NoticesNow>('DELETE', '/api/me/notices/webhook'));
  }

  async tryOut(): Promise<void> {
    await ask('POST', '/api/me/notices/trial');
  }

  async #stands(now: NoticesNow): Promise<void> {
    const found = await subscription();
    this.on = found !== null && now.browsers.includes(idOf(found.endpoint));
    this.now = now;
  }
}

export const notices = new Notices();

async function subscribe(worker: ServiceWorkerRegistration, key: string): Promise<PushSubscription | null> {
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch {
    const old = await worker.pushManager.getSubscription(); // with a key that the server has no more
    if (!old) return null;
    await old.unsubscribe();
    return worker.pushManager.subscribe(wanted).catch(() => null);
  }
}

/** The page is open but not looked at: the server sends nothing then, so the page says it. */
export async function tellHidden(tag: string, title: string, path: string): Promise<void> {
  if (!document.hidden || !canPush || Notification.permission !== 'granted' || !(await subscription())) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(title, { tag, lang: i18n.lang, data: path, icon: '/icon-192.png', badge: '/icon-192.png' });
}

/** The turn is played: what was said of it is said no more. */
export async function takeBack(tag: string): Promise<void> {
  const worker = canPush ? await navigator.serviceWorker.getRegistration() : undefined;
  for (const told of (await worker?.getNotifications({ tag })) ?? []) told.close();
}
