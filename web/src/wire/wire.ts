// What is said over the network. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat, Seats, WrittenClaim, WrittenEvent, WrittenMove } from "./core";

/** A socket message from a browser: a command, and a number by which its answer is known. */
export type Request = {
  /** Comes back in the answer. */
  id: number;
  /** What to do. */
  do: Command;
};

/**
 * What can be done at a table: an object with one field, named after what to do. Over HTTP the name is the end of the
 * path, `POST /api/tables/ID/NAME`, and the fields are the body.
 */
export type Command =
  /** Take a seat. */
  | {
      join: {
        /** Which; the first free one if left out. */
        seat?: number;
        /** The secret of an invitation to a kept seat. */
        invite?: string;
        /** The browser's random number for the deal: 64 hexadecimal digits. */
        number?: string;
      };
    }
  /** Give the seat up before the game begins. Once it runs, the same as `resign`. */
  | { leave: Record<string, never> }
  /** Deal. Free seats get bots of this level; without one, all seats must be taken. */
  | {
      start: {
        /** The level of the bots on free seats. */
        fill?: string;
      };
    }
  /** Make a move. */
  | {
      play: {
        /** The decision that it answers. */
        decision: number;
        /** The move: number, notation or JSON. */
        move: unknown;
      };
    }
  /**
   * Would this move be allowed now? `done` if it would, else `refused` as the move itself would be. Nothing changes.
   */
  | {
      check: {
        /** The move: number, notation or JSON. */
        move: unknown;
      };
    }
  /** Say something in the game's own form. */
  | {
      claim: {
        /** What. */
        claim: unknown;
      };
    }
  /** Say something in words: players to players, spectators to spectators. */
  | {
      chat: {
        /** What. */
        text: string;
      };
    }
  /** Let a bot play on this seat. */
  | { resign: Record<string, never> }
  /** Take the seat back from the bot. */
  | { return: Record<string, never> }
  /** A new table with the same people and settings. */
  | {
      rematch: {
        /** The browser's random number for the deal. */
        number?: string;
      };
    }
  /** Hear somebody's chat no more, or again. */
  | {
      mute: {
        /** Whose. */
        person: PersonId;
        /** Whether to mute. */
        on: boolean;
        /** For everybody at the table; only its host can. */
        everybody?: boolean;
      };
    }
  /** What would a good player do? */
  | { hint: Record<string, never> }
  /** Send everything anew; for a client that missed a message. */
  | { sync: Record<string, never> };

/**
 * A socket message to a browser. It is written with [`roundtable_core::json::to_string`], which takes the parts that
 * are JSON already as they are. Messages with an `n` are numbered for the table, without gaps: what this viewer may
 * not see comes as `skip`. Whoever misses a number sends `sync`. The others answer a request or say goodbye.
 */
export type Message =
  /** Everything: the first message, and the answer to `sync`, and whenever somebody becomes a player. */
  | {
      type: "sync";
      /** The number of the last message that is contained in this. */
      n: number;
      /** The table. */
      table: TableInfo;
      /** Who you are here. */
      you: You;
      /** The game, once it is dealt. */
      game: GameState | null;
      /** Everything that happened, as told to you. */
      events: WrittenEvent[];
      /** What was said in your room. */
      chat: ChatLine[];
    }
  /** A move was made. */
  | {
      type: "update";
      /** Its number. */
      n: number;
      /** Where the game stands now. */
      game: GameUpdate;
      /** What happened, as told to you. */
      events: WrittenEvent[];
    }
  /** Something about the table changed: seats, status. */
  | {
      type: "table";
      /** Its number. */
      n: number;
      /** The table. */
      table: TableInfo;
      /** Who you are here. */
      you: You;
    }
  /** Somebody said something in your room. */
  | {
      type: "chat";
      /** Its number. */
      n: number;
      /** What. */
      line: ChatLine;
    }
  /** A player claimed something. */
  | {
      type: "claim";
      /** Its number. */
      n: number;
      /** What. */
      claim: WrittenClaim;
    }
  /** Something that is not for you. */
  | {
      type: "skip";
      /** Its number. */
      n: number;
    }
  /** The request with this number was done; a move is on disk. */
  | {
      type: "done";
      /** Which request. */
      id: number;
      /** The new table, after `rematch`. */
      table?: TableId;
      /** Hints, the best first. */
      hints?: Hint[];
    }
  /** The request was refused, and nothing has changed. */
  | {
      type: "refused";
      /** Which request; null if it could not be read. */
      id: number | null;
      /** Why. */
      error: Refusal;
    }
  /** The server closes this connection. */
  | {
      type: "bye";
      /** A stable name. */
      code: string;
      /** A sentence for people. */
      message: string;
      /** After how many milliseconds to come back; null for not at all. */
      retry_ms: number | null;
    };

/** What `POST /api/tables/ID/COMMAND` answers. */
export type Answer = {
  /** The table afterwards. */
  table: TableInfo;
  /** The new table, after `rematch`. */
  rematch?: TableId;
  /** Hints, the best first. */
  hints?: Hint[];
};

/** A line of chat. */
export type ChatLine = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who. */
  person: PersonId;
  /** What they are called; null if the account is gone. */
  name: string | null;
  /** What. */
  text: string;
};

/** `POST /api/me/password` */
export type ClaimName = {
  /** The new password. */
  password: string;
  /** The one so far, if there is one. */
  current?: string;
};

/** `DELETE /api/me` */
export type Confirm = {
  /** The password, if there is one. */
  password?: string;
};

/** `POST /api/tables/ID/continue`: a new table that goes on from a finished game, against bots. */
export type ContinueTable = {
  /** After how many moves. */
  ply: number;
  /** Where to sit; what this seat could not know then is dealt anew. */
  seat: number;
  /** The level of the bots on the other seats. */
  level: string;
};

/** Where a table goes on from. */
export type Continues = {
  /** From which table. */
  table: TableId;
  /** After how many of its moves. */
  ply: number;
  /** From whose knowledge. */
  seat: Seat;
};

/** `POST /api/tables` */
export type CreateTable = {
  /** The slug of the game. */
  game: string;
  /** The version of its rules. Whoever asks for a new game may leave it out: then it is the present one. */
  rules_version?: number;
  /** How many play. */
  players: number;
  /** The switches, by name; those that are left out are off. */
  options?: Record<string, boolean>;
  /** The text of a deck file; the game's own deck if left out. */
  deck?: string;
  /** What the seats are for, from seat 0; the rest are open. If left out, the maker sits on seat 0. */
  seats?: NewSeat[];
  /** Whether everybody finds it in the list; otherwise only who has its link. */
  public?: boolean;
  /** Seconds for a decision; no limit if left out. */
  seconds?: number;
  /** Whether it may be watched. */
  spectators?: boolean;
  /** Whether players may ask for hints. */
  hints?: boolean;
  /** The level of the bot that plays for who is absent or has resigned; `squire` if left out. */
  stand_in?: string;
  /** The browser's random number for the deal: 64 hexadecimal digits. */
  number?: string;
};

/** Until when somebody must decide. */
export type Deadline = {
  /** Who. */
  seat: Seat;
  /** When, in milliseconds since 1970. */
  at: number;
};

/** Where the chance of a game came from. */
export type Deal =
  /**
   * Agreed between a host and the players: made again from the secret, whose SHA-256 is the commitment, and the
   * numbers.
   */
  | {
      type: "fair";
      /** What was shown before the first card. */
      commitment: string;
      /** How many players gave a number. */
      numbers: number;
    }
  /** Made again from a key or a seed that the record names. Nobody promised anything. */
  | { type: "named" };

/** A game that another goes on from. */
export type Earlier = {
  /** After how many of its moves. */
  moves: number;
  /** Whose knowledge was kept; all else was dealt anew, by the chance of the game that goes on. */
  seat: Seat;
  /** Where its own chance came from. */
  deal: Deal;
};

/** A refusal as it is answered over HTTP. */
export type Failed = {
  /** Why. */
  error: Refusal;
};

/** A finished game after so many moves, as one eye saw it. Also `GET /api/tables/ID/replay/PLY?eye=EYE`. */
export type Frame = {
  /** After how many moves. */
  ply: number;
  /** Who had a decision to make. */
  to_act: Seats;
  /** What this eye saw, in the game's own form. */
  view: unknown;
};

/** `GET /api/tables/ID/replay/frames?eye=EYE&from=PLY&to=PLY` */
export type Frames = {
  /** From the first to the last that was asked for, at most a hundred. */
  frames: Frame[];
};

/** Where a game stands, for one viewer. */
export type GameState = {
  /** How many moves were made. */
  ply: number;
  /** Who has a decision to make. */
  to_act: Seats;
  /** The number of the own decision, to be named with the move; null if there is none to make. */
  decision: number | null;
  /** How it ended. */
  outcome: Outcome | null;
  /** Until when decisions must be made. */
  deadlines: Deadline[];
  /** The own legal moves. */
  legal: WrittenMove[];
  /** What the viewer sees, in the game's own form. */
  view: Record<string, unknown>;
};

/**
 * Where a game stands after a move, for a viewer who knows where it stood before. Of the view it has what has changed:
 * the new view is `{...view, ...changed}`.
 */
export type GameUpdate = {
  /** How many moves were made. */
  ply: number;
  /** Who has a decision to make. */
  to_act: Seats;
  /** The number of the own decision, to be named with the move; null if there is none to make. */
  decision: number | null;
  /** How it ended. */
  outcome: Outcome | null;
  /** Until when decisions must be made. */
  deadlines: Deadline[];
  /** The own legal moves. */
  legal: WrittenMove[];
  /** The fields of the view that are not what they were. A field that is not here has not changed. */
  changed: Record<string, unknown>;
};

/** `GET /api/games` */
export type Games = {
  /** The version of what is said on the network; see [`VERSION`](crate::VERSION). */
  protocol: number;
  /** The games. */
  games: Listing[];
  /** The levels of bots, the weakest first. */
  levels: LevelInfo[];
};

/** One of the best moves, and what a search thinks of it. */
export type Hint = {
  /** The number of the move. */
  number: number;
  /** Its notation. */
  notation: string;
  /** Its JSON, in the game's own form. */
  json: unknown;
  /** The share of victories that it is expected to bring, from 0 to 1. */
  share: number;
  /** The standard error of that. */
  error: number;
  /** How often it should be chosen, where a choice should be mixed. */
  odds?: number;
  /** What usually happens next, in a sentence. */
  reason: string;
};

/** A level of bots. */
export type LevelInfo = {
  /** As it is written. */
  name: string;
  /** How it plays, in a line. */
  summary: string;
};

/** A game as it is listed. */
export type Listing = {
  /** The name in commands. */
  slug: string;
  /** The name for people. */
  name: string;
  /** What it is about. */
  summary: string;
  /** Who made the game. */
  authors: string;
  /** The fewest players. */
  min_players: number;
  /** The most players. */
  max_players: number;
  /** The version of its rules. */
  rules_version: number;
  /** Its switches. */
  options: Switch[];
};

/** `POST /api/login` */
export type Login = {
  /** The claimed name. */
  name: string;
  /** Its password. */
  password: string;
};

/** Who one is. */
export type Me = {
  /** The person's name for programs. */
  id: PersonId;
  /** What they are called. */
  name: string;
  /** Whether the name is protected by a password. */
  claimed: boolean;
};

/** `POST /api/guest` */
export type NewGuest = {
  /** What to be called. */
  name: string;
};

/** What a seat of a new table is for. */
export type NewSeat =
  /** Whoever comes. */
  | "open"
  /** Whoever has its invitation. */
  | "invited"
  /** A bot of this level. */
  | { bot: string }
  /** Whoever makes the table. */
  | "me";

/** The name of a person: 64 random bits, shown to those who sit at the same table. */
export type PersonId = string;

/** Why something was refused. Nothing has changed, and the message says what to do instead. */
export type Refusal = {
  /** A stable name in snake_case. */
  code: string;
  /** The rule of the game that forbids it, if it is one. */
  rule?: string;
  /** A sentence for people. */
  message: string;
};

/** `PATCH /api/me` */
export type Rename = {
  /** What to be called from now on. */
  name: string;
};

/** `GET /api/tables/ID/replay?eye=EYE`: what happened, as told to one eye. */
export type Replay = {
  /** The table, with the names of its players and the outcome. */
  table: TableInfo;
  /** Whose eye: a seat's number, `table` for a spectator or `all` for the open cards. */
  eye: Eye;
  /** Every move. */
  moves: ReplayMove[];
  /** Everything that this eye was told, in order. */
  events: ReplayEvent[];
  /** Everything that was claimed, in order. */
  claims: WrittenClaim[];
};

/** Something that happened in a finished game. */
export type ReplayEvent = {
  /** In which move it happened, from 1; 0 for what happened before the first. */
  ply: number;
  /** Its place in the game's stream, from 0. */
  number: number;
  /** What, in the game's own form. (What this eye was not told is left out.) */
  event: unknown;
  /** The same as a sentence. */
  text: string;
};

/** A move of a finished game. */
export type ReplayMove = {
  /** Which move, from 1: the frame with this number shows what came of it. */
  ply: number;
  /** Who made it. */
  seat: Seat;
  /** Its notation. */
  notation: string;
};

/** A seat, as it is shown. */
export type SeatInfo = {
  /** What sits there. */
  kind: SeatKind;
  /** The bot's level. */
  level?: string;
  /** The person; nobody if the account is gone. */
  person?: PersonId;
  /** What they are called. */
  name?: string;
  /** Why a bot plays for them. */
  stand_in?: StandIn;
  /** The secret of the invitation; shown to the host alone. */
  invite?: string;
};

/** What sits on a seat. */
export type SeatKind =
  /** Nobody yet; anybody may. */
  | "open"
  /** Nobody yet; whoever is invited may. */
  | "invited"
  /** A bot. */
  | "bot"
  /** A person. */
  | "person";

/** Why a bot plays for a person. */
export type StandIn =
  /** A decision took longer than allowed. */
  | "away"
  /** The person wished it. */
  | "resigned";

/** One switch, for lists and help. */
export type Switch = {
  /** As it is written: `simplified`. */
  name: string;
  /** What it does, in a line. */
  summary: string;
};

/** The name of a table: 128 random bits. It is no secret by itself (logs show it), but nobody can guess one. */
export type TableId = string;

/** A table, as it is shown to somebody. */
export type TableInfo = {
  /** Its name for programs. */
  id: TableId;
  /** The slug of the game. */
  game: string;
  /** The version of its rules. Whoever asks for a new game may leave it out: then it is the present one. */
  rules_version: number;
  /** How many play. */
  players: number;
  /** The switches, by name; those that are left out are off. */
  options: Record<string, boolean>;
  /** Whether it is played with cards of its own. */
  own_deck: boolean;
  /** Where it stands. */
  status: TableStatus;
  /** How many moves were made. */
  ply: number;
  /** Whether everybody finds it in the list. */
  public: boolean;
  /** Whether it may be watched. */
  spectators: boolean;
  /** Whether players may ask for hints. */
  hints: boolean;
  /** Seconds for a decision. */
  seconds: number | null;
  /** The level that plays for who is absent. */
  stand_in: string;
  /** Who made it. */
  host: PersonId;
  /** The seats. */
  seats: SeatInfo[];
  /** SHA-256 of the secret behind the deal, shown before the first card. */
  commitment: string;
  /** The secret part of the link to a private table; shown to those who sit at it. */
  key?: string;
  /** Whose chat nobody hears. */
  muted: PersonId[];
  /** The table on which the same people play again. */
  rematch?: TableId;
  /** Where it goes on from, if it does not begin with a deal. */
  continues?: Continues;
  /** How it ended. */
  outcome: Outcome | null;
  /** When it was made, in milliseconds since 1970. */
  created_at: number;
};

/** `GET /api/tables` */
export type TableList = {
  /** The latest first. */
  tables: TableInfo[];
};

/** Where a table stands. */
export type TableStatus =
  /** Waiting for players. */
  | "waiting"
  /** Being played. */
  | "running"
  /** Played to the end. */
  | "over"
  /** Given up before it began. */
  | "closed";

/** What was found true of a record: its moves were played again, through the same gate as the first time. */
export type Verified = {
  /** The slug of the game. */
  game: string;
  /** The version of the rules it was played by. */
  rules_version: number;
  /** How many play. */
  players: number;
  /** Where the chance came from. */
  deal: Deal;
  /** The games it goes on from, the latest first. */
  earlier: Earlier[];
  /** How many moves were made, all of them legal. */
  moves: number;
  /** The SHA-256 that the record was sealed with, which fits; nothing if it was not sealed. */
  digest: string | null;
  /** How it ended, if it has. */
  outcome: Outcome | null;
};

/** `GET /api/who` */
export type Who = {
  /** Who one is; null for who has no name yet. */
  me: Me | null;
};

/** Who the viewer is at a table. */
export type You = {
  /** The own seat; null for a spectator. */
  seat: Seat | null;
  /** Whether the table was made by you. */
  host: boolean;
  /** Whose chat you do not hear. */
  muted: PersonId[];
};
