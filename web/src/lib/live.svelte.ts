// A table's live connection: what the server has told, in order, and requests to it.
import type { WrittenClaim, WrittenEvent } from '../wire/core';
import type { ChatLine, ChatPage, Command, GameState, Message, Refusal, TableInfo, You } from '../wire/wire';
import { get, keyed, Refused } from './api';

export type Status = 'joining' | 'open' | 'lost' | 'gone';
type Done = Extract<Message, { type: 'done' }>;

/** A move: what happened, and the game after it. */
export interface Update {
  events: readonly WrittenEvent[];
  game: GameState;
}

interface Waiting {
  done(answer: Done): void;
  refused(error: Refused): void;
}

const FIRST_RETRY = 300;
const LAST_RETRY = 10_000;
/** How many lines of chat come at once. */
const PAGE = 30;
/** How long to wait for an answer, in milliseconds. */
const PATIENCE = 30_000;

export class Live {
  status = $state<Status>('joining');
  /** Why there is nothing to see, once that is certain. */
  farewell = $state<{ code: string; message: string } | null>(null);
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You | null>(null);
  game = $state.raw<GameState | null>(null);
  events = $state.raw<WrittenEvent[]>([]);
  claims = $state.raw<WrittenClaim[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Whether there may be chat before the first line here. */
  moreChat = $state(false);
  /** Called when everything was told anew. */
  onSync: () => void = () => undefined;
  /** Called with every message, after it was taken in. */
  onHear: (message: Message) => void = () => undefined;
  /** Called with every move. */
  onUpdate: (update: Update) => void = () => undefined;

  #socket: WebSocket | null = null;
  #n = -1;
  #behind = false;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #retry = FIRST_RETRY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {
    this.#connect();
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
    this.#giveUp();
  }

  /** Sends a command. The answer comes once it is stored; a refusal has a sentence for people. */
  do(command: Command): Promise<Done> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused('offline', 'The connection is being made again; try in a moment.'));
    }
    const id = this.#next++;
    return new Promise((done, refused) => {
      const late = setTimeout(() => {
        this.#waiting.delete(id);
        refused(new Refused('late', 'The server did not answer. Try again.'));
      }, PATIENCE);
      this.#waiting.set(id, {
        done: (answer) => (clearTimeout(late), done(answer)),
        refused: (error) => (clearTimeout(late), refused(error)),
      });
      socket.send(JSON.stringify({ id, do: command }));
    });
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(keyed(`${scheme}//${location.host}/api/tables/${this.id}/live`, this.key));
    this.#socket = socket;
    this.#behind = false;
    socket.onmessage = (frame) => this.#hear(JSON.parse(frame.data as string) as Message);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /**
   * Something was missed: every viewer may ask for it, with or without a name. Until that comes, the rest is useless.
   */
  #catchUp(): void {
    if (this.#behind) return;
    this.#behind = true;
    const socket = this.#socket;
    this.do({ sync: { n: this.#n, events: this.events.length } }).catch(() => {
      // No answer on a connection that seems fine: a new one starts with everything.
      if (socket === this.#socket && socket?.readyState === WebSocket.OPEN) socket.close();
    });
  }

  /** Fetches the chat before the first line here. */
  async earlier(): Promise<void> {
    const before = this.chat[0]?.at;
    if (before === undefined) return;
    const path = keyed(`/api/tables/${this.id}/chat/earlier`, this.key);
    const page = await get<ChatPage>(`${path}${path.includes('?') ? '&' : '?'}before=${before}`);
    this.chat = [...page.lines, ...this.chat];
    this.moreChat = page.before !== null;
  }

  /** The last lines of chat; earlier ones that were fetched stay. */
  #heard(last: ChatLine[]): void {
    const first = last[0]?.at ?? Infinity;
    const before = this.chat.filter((line) => line.at < first);
    if (before.length === 0) this.moreChat = last.length >= PAGE;
    this.chat = last.length > 0 ? [...before, ...last] : [];
  }

  #hurry = (): void => {
    if (this.status !== 'lost' || document.hidden) return;
    clearTimeout(this.#timer);
    this.#retry = FIRST_RETRY;
    this.#again();
  };

  #lost(): void {
    this.#giveUp();
    if (this.#closed || this.status === 'gone') return;
    this.status = this.table ? 'lost' : 'joining';
    this.#timer = setTimeout(() => this.#again(), this.#retry * (0.7 + 0.6 * Math.random()));
    this.#retry = Math.min(this.#retry * 1.7, LAST_RETRY);
  }

  /** A socket does not say why it was refused; a plain request does. */
  async #again(): Promise<void> {
    try {
      const answer = await fetch(keyed(`/api/tables/${this.id}`, this.key));
      if (answer.status >= 400 && answer.status !== 429 && answer.status < 503) {
        const { error } = (await answer.json()) as { error: Refusal };
        this.#end(error.code, error.message);
        return;
      }
      // The table is there, but not to be looked at: trying again would be in vain.
      if (answer.ok && !((await answer.json()) as TableInfo).watch) {
        this.#end('no_spectators', 'This game is played without spectators, and you have no seat at it.');
        return;
      }
    } catch {
      // Not reachable yet.
    }
    if (!this.#closed) this.#connect();
  }

  #end(code: string, message: string): void {
    this.status = 'gone';
    this.farewell = { code, message };
    this.#socket?.close();
  }

  #giveUp(): void {
    for (const { refused } of this.#waiting.values()) {
      refused(
        new Refused(
          'offline',
          'The connection was lost before the answer came. Look at the table, then try again if need be.',
        ),
      );
    }
    this.#waiting.clear();
  }

  #hear(message: Message): void {
    if ('n' in message && message.type !== 'sync') {
      if (message.n !== this.#n + 1) {
        this.#catchUp();
        return;
      }
      this.#n = message.n;
    }
    switch (message.type) {
      case 'sync':
        this.#n = message.n;
        this.#behind = false;
        this.#retry = FIRST_RETRY;
        this.status = 'open';
        this.table = message.table;
        this.you = message.you;
        this.game = message.game;
        this.events = [...this.events.slice(0, message.since), ...message.events];
        this.#heard(message.chat);
        this.claims = claimsOf(message.game);
        this.onSync();
        break;
      case 'update': {
        const before = this.game;
        const { changed, ...game } = message.game;
        // The server sends only what has changed.
        this.game = { ...game, view: { ...before?.view, ...changed } };
        this.events = [...this.events, ...message.events];
        this.onUpdate({ events: message.events, game: this.game });
        break;
      }
      case 'table':
        this.table = message.table;
        this.you = message.you;
        break;
      case 'chat':
        this.chat = [...this.chat, message.line];
        break;
      case 'claim':
        this.claims = [...this.claims, message.claim];
        break;
      case 'skip':
        break;
      case 'done':
        this.#waiting.get(message.id)?.done(message);
        this.#waiting.delete(message.id);
        break;
      case 'refused':
        if (message.id !== null) {
          const { code, message: text, rule } = message.error;
          this.#waiting.get(message.id)?.refused(new Refused(code, text, rule));
          this.#waiting.delete(message.id);
        }
        break;
      case 'bye':
        if (message.retry_ms === null) this.#end(message.code, message.message);
        else this.#retry = Math.max(message.retry_ms, FIRST_RETRY);
        break;
    }
    this.onHear(message);
  }
}

/** Claims made before we came are in the view. */
function claimsOf(game: GameState | null): WrittenClaim[] {
  return (game?.view.claims as WrittenClaim[] | undefined) ?? [];
}
