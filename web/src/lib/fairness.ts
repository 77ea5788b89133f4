// The page's part of a fair deal: a nonce promised when sitting down, shown when all have promised, kept as a receipt.

import type { TableInfo, Transcript } from '../wire/api';
import { hex, sha256, unhex } from './sha256';

const NONCE = 'kafelki.nonce.';
const RECEIPT = 'kafelki.receipt.';

export interface Receipt {
  readonly format: 'kafelki-receipt/1';
  readonly transcript: Transcript;
  readonly player: number;
  readonly nonce: string;
}

const utf8 = new TextEncoder();

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The hash of a new nonce; the nonce itself stays with this browser. */
export function promise(): string {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const hash = nonceHash(nonce);
  localStorage.setItem(NONCE + hash, hex(nonce));
  return hash;
}

function nonceHash(nonce: Uint8Array): string {
  return hex(sha256(joined(utf8.encode('kafelki nonce\0'), nonce)));
}

/** The nonce this browser promised at a table, to be shown now; keeps the receipt. */
export function reveal(table: TableInfo): string | null {
  const { transcript, you } = table;
  if (!transcript || you === null) return null;
  const hash = transcript.nonce_hashes[you];
  const nonce = hash ? localStorage.getItem(NONCE + hash) : null;
  if (nonce) {
    const receipt: Receipt = { format: 'kafelki-receipt/1', transcript, player: you, nonce };
    localStorage.setItem(RECEIPT + table.id, JSON.stringify(receipt));
  }
  return nonce;
}

export function receiptOf(table: string): Receipt | null {
  const kept = localStorage.getItem(RECEIPT + table);
  return kept ? (JSON.parse(kept) as Receipt) : null;
}

/** What the file of a finished match says of its deal, as far as a page needs it. */
export interface FairFile {
  readonly chance: { readonly transcript: Transcript; readonly secret: string; readonly nonces: (string | null)[] };
}

/** Whether secret, nonces and transcript belong together and are those this browser kept. `kafelki verify` does more. */
export function check(receipt: Receipt, file: FairFile): boolean {
  const { transcript, secret, nonces } = file.chance;
  const name = utf8.encode(transcript.table);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, name.length);
  const bound = hex(sha256(joined(utf8.encode('kafelki commitment\0'), length, name, unhex(secret))));
  const same = JSON.stringify(sorted(receipt.transcript)) === JSON.stringify(sorted(transcript));
  const promised = transcript.nonce_hashes.every((hash, i) => {
    const nonce = nonces[i] ?? null;
    return hash === null ? nonce === null : nonce !== null && nonceHash(unhex(nonce)) === hash;
  });
  return same && promised && bound === transcript.commitment && nonces[receipt.player] === receipt.nonce;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).sort().map(([key, one]) => [key, sorted(one)]));
}
