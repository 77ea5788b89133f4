// One table over one socket: what the server says of it, as state, and commands that are sent until they are answered.

import type {
  AheadNow,
  ChatLine,
  HintedMove,
  Incoming,
  LogLine,
  MemberNow,
  Move,
  Outgoing,
  Refused,
  Standing,
  TableInfo,
} from '../wire/kinds';
import type { Text } from './i18n.svelte';
import { promise, reveal } from './fairness';
import { session } from './session.svelte';

type Command = Exclude<Incoming, { type: 'watch' } | { type: 'ping' }>;
export type Sent = Command extends infer C ? (C extends { id: string } ? Omit<C, 'id'> : never) : never;
export type Line = 'connecting' | 'open' | 'lost';

const FIRST_WAIT = 400; // milliseconds before coming back, doubled each time
const LONGEST_WAIT = 8000;
const PING_EVERY = 15000;
const SILENCE = 40000; // without a word the line is dead, whatever the browser thinks
const MATCH_COMMANDS: readonly string[] = ['play', 'undo', 'reset_turn'];

/** Whether somebody should be here and is not; nobody waits for a bot, or for whom one stands in. */
export const isAway = (member: MemberNow | undefined): boolean => member !== undefined && !member.level && !member.present && !member.botPlays;

export class Table {
  info = $state<TableInfo | null>(null);
  standing = $state.raw<Standing | null>(null);
  log = $state.raw<readonly LogLine[]>([]);
  last = $state.raw<LogLine | null>(null); // what has just happened, for motion
  chat = $state.raw<readonly ChatLine[]>([]);
  seen = $state(0); // the last seq looked at before this visit
  came = $state(0); // and the last there was when it began
  refused = $state.raw<Refused | null>(null);
  hints = $state.raw<readonly HintedMove[] | null>(null);
  ahead = $state.raw<AheadNow | null>(null); // what we could prepare
  prepared = $state.raw<Move | null>(null); // what waits for our turn
  dropped = $state.raw<Text | null>(null); // why what waited could not be played
  stood = $state(0); // when the match was last told to stand so: clocks run from here
  line = $state<Line>('connecting');
  gone = $state.raw<Refused | null>(null); // no such table, or not for us
  busy = $state(false); // a move is on its way

  readonly id: string;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Command>(); // sent and not answered yet
  #wait = FIRST_WAIT;
  #heard = 0; // when the server last said anything
  #closed = false;
  #timer = 0;
  #numbers = 0;
  readonly #mark = crypto.getRandomValues(new Uint32Array(2)).join('');

  constructor(id: string) {
    this.id = id;
    void this.#open();
    this.#timer = window.setInterval(() => this.#ping(), PING_EVERY);
    addEventListener('offline', this.#cut);
    addEventListener('online', this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    removeEventListener('offline', this.#cut);
    removeEventListener('online', this.#hurry);
    this.#socket?.close();
  }

  /** A line that is broken does not always say so. */
  readonly #cut = (): void => {
    if (!this.#socket) return;
    const socket = this.#socket;
    this.#socket = null;
    socket.onclose = null;
    socket.close();
    this.#lost();
  };

  readonly #hurry = (): void => {
    this.#wait = FIRST_WAIT;
    if (!this.#socket) void this.#open();
  };

  #ping(): void {
    if (this.#socket?.readyState === WebSocket.OPEN && Date.now() - this.#heard > SILENCE) this.#cut();
    else this.#send({ type: 'ping' });
  }

  /** Whether we may play now. */
  get mine(): boolean {
    return this.seat !== null && this.standing?.toAct === this.seat && !this.standing.over;
  }

  /** Our seat in the match. */
  get seat(): number | null {
    const you = this.info?.you ?? null;
    return you === null ? null : (this.info?.members[you]?.seat ?? null);
  }

  /** Names by seat. */
  get names(): readonly string[] {
    const members = this.info?.members ?? [];
    const names: string[] = [];
    for (const member of members) if (member.seat !== null) names[member.seat] = member.name;
    return names;
  }

  /** Moves of this turn, all or nothing. */
  play(moves: readonly Move[]): void {
    if (this.standing && !this.busy) this.command({ type: 'play', seq: this.standing.seq, moves: [...moves] });
  }

  undo(): void {
    if (this.standing) this.command({ type: 'undo', seq: this.standing.seq });
  }

  resetTurn(): void {
    if (this.standing) this.command({ type: 'reset_turn', seq: this.standing.seq });
  }

  /** Ask what could be prepared for our turn. */
  askAhead(): void {
    if (!this.#waitsFor('ahead')) this.command({ type: 'ahead' });
  }

  /** Play this when our turn comes; nothing: forget it. */
  prepare(move: Move | null): void {
    this.ahead = null;
    this.dropped = null;
    this.command({ type: 'prepare', move });
  }

  /** Send a command until it is answered; the server knows it again by its id. */
  command(what: Sent): void {
    const command = { ...what, id: `${this.#mark}-${++this.#numbers}` } as Command;
    this.refused = null;
    this.#waiting.set(command.id, command);
    this.#count();
    this.#send(command);
  }

  #answered(id: string): void {
    this.#waiting.delete(id);
    this.#count();
  }

  #count(): void {
    this.busy = [...this.#waiting.values()].some((one) => MATCH_COMMANDS.includes(one.type));
  }

  #waitsFor(type: Command['type']): boolean {
    return [...this.#waiting.values()].some((one) => one.type === type);
  }

  async #open(): Promise<void> {
    await session.someone();
    if (this.#closed || this.#socket) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#send({ type: 'watch', table: this.id, since: this.standing?.seq ?? null, legal: false });
      for (const command of this.#waiting.values()) this.#send(command);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now();
      this.#take(JSON.parse(event.data) as Outgoing);
    };
    socket.onclose = () => {
      this.#socket = null;
      this.#lost();
    };
  }

  /** Come back after a while, longer each time. */
  #lost(): void {
    if (this.#closed || this.gone) return;
    this.line = 'lost';
    setTimeout(() => void this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, 2 * this.#wait);
  }

  #send(message: Incoming): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #take(message: Outgoing): void {
    switch (message.type) {
      case 'table':
        this.line = 'open';
        this.info = message.table;
        this.#fairness(message.table);
        break;
      case 'match':
        this.line = 'open';
        this.log = [...this.log.filter((line) => line.seq <= (message.log[0]?.seq ?? Infinity) - 1), ...message.log];
        if (!this.came) [this.seen, this.came] = [message.seen, message.standing.seq];
        this.#stand(message.standing, null);
        break;
      case 'moved':
        this.log = [...this.log, message.line];
        this.#stand(message.standing, message.line);
        break;
      case 'said':
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        break;
      case 'hinted':
        this.hints = message.moves;
        break;
      case 'ahead':
        if (message.seq === this.standing?.seq) this.ahead = message;
        break;
      case 'prepared':
        this.prepared = message.move;
        this.dropped = message.dropped ?? null;
        break;
      case 'done':
        this.#answered(message.id);
        break;
      case 'refused':
        this.#refuse(message);
        break;
    }
  }

  #stand(standing: Standing, line: LogLine | null): void {
    const preparing = this.ahead !== null;
    this.standing = standing;
    this.stood = Date.now();
    this.last = line;
    this.hints = null;
    this.ahead = null;
    if (preparing && !this.mine && !standing.over) this.askAhead(); // the table has changed
  }

  #refuse(refused: Refused): void {
    if (refused.id !== null) this.#answered(refused.id);
    if (refused.code.startsWith('unknown_table') || refused.code.startsWith('bad_token')) this.gone = refused;
    this.refused = refused;
    if (refused.standing) this.#stand(refused.standing, null);
  }

  /** Shows our nonce when it is time, and promises a new one after a lot that failed. */
  #fairness(table: TableInfo): void {
    if (table.you === null) return;
    const ready = table.members[table.you]?.ready;
    if (table.phase === 'lobby' && !ready && !this.#waitsFor('promise')) this.command({ type: 'promise', nonceHash: promise() });
    const nonce = table.phase === 'revealing' ? reveal(table) : null;
    if (nonce && !this.#waitsFor('reveal')) this.command({ type: 'reveal', nonce });
  }
}
