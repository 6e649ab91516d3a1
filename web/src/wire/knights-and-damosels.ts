// Knights & Damosels. Written by `cargo xtask wire` from the Rust types.

import type { Eye, Outcome, Seat, Seats } from "./core";

/** The table as one eye sees it. */
export type View = {
  /** Whose eye. */
  eye: Eye;
  /** From 1. */
  round: number;
  /** Whether the game ends with the Battle of Camlann. */
  camlann: boolean;
  /** Who is Arthur. */
  arthur: Seat;
  /** Who is Merlin. */
  merlin: Seat;
  /** What each victory takes. */
  goals: Goals;
  /** Who has a decision to make. */
  to_act: Seats;
  /** The decision to be made. */
  step: Step;
  /** Who has chosen in a simultaneous phase, and what, for those who may know. */
  sealed: SealedSeen[];
  /** What is printed on the events. */
  events: EventPrinted[];
  /** The event of the round, once it is revealed. */
  event: EventPrinted | null;
  /** The Service cards, if they are in play (KD-R27a). */
  service: ServiceSeen | null;
  /** The events that Arthur or Merlin chooses from, until one is revealed. */
  event_hand: EventsSeen | null;
  /** The event pile. */
  event_pile: PileSeen;
  /** The events of the rounds since the last shuffle, the oldest first; this round's once one is revealed. */
  past_events: PastEvents[];
  /** Merlin's display, during the knight phase. */
  display: ShownSeen[];
  /**
   * The cards that nobody was granted in this round and that were returned, from the end of the knight phase on
   * (KD-R8a).
   */
  returned: ReturnedSeen[];
  /** The joust under way. */
  joust: JoustSeen | null;
  /** The cards offered during the service phase, in the order of chivalries. */
  offered: OfferedSeen[];
  /** The players, by seat. */
  players: PlayerSeen[];
  /** The damosels without a player. */
  unused: UnusedSeen[];
  /** The ranking, by seat, once the rounds are over. */
  standings: Standing[] | null;
  /** The Battle of Camlann, once the sides are chosen. */
  battle: BattleSeen | null;
  /** The outcome, once the game is over. */
  outcome: Outcome | null;
};

/** A player's choice. */
export type Move =
  /** Arthur or Merlin discards an event. */
  | {
      type: "discard";
      /** Which. */
      event: EventCard;
    }
  /** The damosel gives a card. */
  | {
      type: "give";
      /** Which. */
      chivalry: Chivalry;
    }
  /** Offer a card of the knight. */
  | {
      type: "offer";
      /** Which. */
      chivalry: Chivalry;
    }
  /** Reveal a card in the battle. */
  | {
      type: "fight";
      /** Which. */
      chivalry: Chivalry;
    }
  /** A high thrust. */
  | { type: "high" }
  /** A low thrust. */
  | { type: "low" }
  /** Yield the right. */
  | { type: "yield" }
  /** Neither select nor offer. */
  | { type: "pass" }
  /** Join Arthur's side. */
  | { type: "arthur" }
  /** Join Mordred's side. */
  | { type: "mordred" }
  /** Place these cards face-up and all others face-down. */
  | {
      type: "face";
      /** The face-up cards. */
      up: ChivalrySet;
    }
  /** Select a displayed card. */
  | {
      type: "select";
      /** Its number, from 0. */
      number: number;
    }
  /** Joust for a card that another player has selected or offered. */
  | {
      type: "challenge";
      /** Who has it. */
      seat: Seat;
      /** Which. */
      chivalry: Chivalry;
    }
  /** Take a card of your damosel from a knight, before Camlann. */
  | {
      type: "take";
      /** Whose knight. */
      seat: Seat;
      /** Which. */
      chivalry: Chivalry;
    };

/**
 * Something that happens. Some do not see drawn and discarded events, the damosels behind displayed cards, and choices
 * until the last one is made.
 */
export type Event =
  /** Knights and damosels were dealt (KD-R1). */
  | {
      type: "dealt";
      /** Who was dealt what. */
      houses: HouseSeen[];
      /** The damosels without a player. */
      unused: Damosel[];
    }
  /** A round begins. */
  | {
      type: "round_began";
      /** From 1. */
      round: number;
      /** Who is Arthur. */
      arthur: Seat;
      /** Who is Merlin. */
      merlin: Seat;
    }
  /** The pile was empty: all twelve events are shuffled (KD-R6). */
  | { type: "events_shuffled" }
  /** Arthur drew three events. */
  | {
      type: "events_drawn";
      /** Arthur. */
      seat: Seat;
      /** Which ones, for Arthur. */
      events: EventsSeen;
    }
  /** An event was discarded. */
  | {
      type: "discarded";
      /** By whom. */
      seat: Seat;
      /** Which one, for those who know. */
      event: EventSeen;
    }
  /** Merlin got two events. */
  | {
      type: "events_given";
      /** Merlin. */
      seat: Seat;
      /** Which ones, for Arthur and Merlin. */
      events: EventsSeen;
    }
  /** The event of the round was revealed. */
  | {
      type: "event_revealed";
      /** Which. */
      event: EventCard;
    }
  /** The Service pile was empty: all three cards are shuffled (KD-R27a). */
  | { type: "service_shuffled" }
  /** A Service card was turned over beside the event (KD-R27a). */
  | {
      type: "service_turned";
      /** Its number, from 1. */
      number: number;
      /** The chivalries that it calls for. */
      calls: ChivalrySet;
    }
  /** A choice was made and sealed. */
  | {
      type: "chose";
      /** By whom. */
      seat: Seat;
      /** Which one, for the player who made it. */
      choice: Move | null;
    }
  /** Merlin displayed the given cards (KD-R8). */
  | {
      type: "displayed";
      /** The chivalries, by the number of the card. */
      chivalries: Chivalry[];
    }
  /** Merlin sees the other side of the displayed cards. */
  | {
      type: "damosels_seen";
      /** The damosels, by the number of the card. */
      damosels: Damosel[];
    }
  /** A player recognizes the card of their own damosel. */
  | {
      type: "own_card_seen";
      /** Who. */
      seat: Seat;
      /** The number of the card. */
      number: number;
    }
  /** A displayed card was selected. */
  | {
      type: "selected";
      /** By whom. */
      seat: Seat;
      /** Its number. */
      number: number;
      /** Its chivalry. */
      chivalry: Chivalry;
    }
  /** A player neither selected nor offered. */
  | {
      type: "passed";
      /** Who. */
      seat: Seat;
    }
  /** A player challenged another (KD-R11). */
  | {
      type: "challenged";
      /** The challenger. */
      seat: Seat;
      /** The challenged player. */
      other: Seat;
      /** For which card. */
      chivalry: Chivalry;
    }
  /** A pass of arms (KD-R12). */
  | {
      type: "pass_of_arms";
      /** From 1. */
      pass: number;
      /** The challenger. */
      challenger: Seat;
      /** The challenged player. */
      challenged: Seat;
      /** What the two chose, the challenger first. */
      choices: [Move, Move];
      /** Who has the right afterwards. */
      holder: Seat;
    }
  /** A joust ended. */
  | {
      type: "joust_ended";
      /** Who has the card. */
      winner: Seat;
      /** Who does not. */
      loser: Seat;
      /** Which card. */
      chivalry: Chivalry;
      /** How much worship the winner took from the loser. */
      worship: number;
    }
  /** The loser of a joust took no other card. */
  | {
      type: "declined";
      /** Who. */
      seat: Seat;
    }
  /** The knight phase ended: the damosels behind the granted cards were revealed (KD-R10). */
  | {
      type: "granted";
      /** The granted cards, in turn order. */
      cards: GrantedSeen[];
    }
  /** The cards that nobody was granted were returned openly to their damosels (KD-R8a). */
  | {
      type: "returned";
      /** Which cards, and to whom. */
      cards: ReturnedSeen[];
    }
  /** A card was offered. */
  | {
      type: "offered";
      /** By whom. */
      seat: Seat;
      /** Which. */
      chivalry: Chivalry;
    }
  /** Nobody can offer any more. */
  | { type: "service_ended" }
  /** The placed cards were uncovered. */
  | {
      type: "placed";
      /** Seat by seat. */
      cards: PlacedSeen[];
    }
  /** Worship for the offered cards (KD-R15, KD-R16). */
  | {
      type: "awarded";
      /** Card by card. */
      cards: EarnedSeen[];
    }
  /** A disaster (KD-R17). */
  | {
      type: "struck";
      /** The cards that returned to their damosels. */
      cards: GrantedSeen[];
      /** The worship that was lost. */
      worship: LostSeen[];
    }
  /** The rounds are over: the ranking (KD-R19). */
  | {
      type: "ranked";
      /** From the first to the last. */
      order: Seat[];
      /** By seat. */
      standings: Standing[];
    }
  /** The Battle of Camlann begins. */
  | { type: "camlann_began" }
  /** Damosels took a card back (KD-R21). */
  | {
      type: "taken";
      /** Who, which and from whom. */
      cards: TakenSeen[];
    }
  /** The sides were chosen (KD-R22). */
  | {
      type: "sides_chosen";
      /** Seat by seat. */
      sides: SideSeen[];
      /** The side that is immune at first, if one side is smaller. */
      smaller: Side | null;
      /** The last round of its immunity (KD-R23). */
      immune_until: number;
    }
  /** A round of the battle (KD-R24). */
  | {
      type: "fought";
      /** From 1. */
      round: number;
      /** What was revealed and what became of it. */
      cards: FoughtSeen[];
    }
  /** The game is over. */
  | {
      type: "over";
      /** How it ended. */
      outcome: Outcome;
    };

/** The Battle of Camlann. */
export type BattleSeen = {
  /** The round, from 1. */
  round: number;
  /** The side that is immune at first, if one side is smaller. */
  smaller: Side | null;
  /** The last round of its immunity. */
  immune_until: number;
  /** The players, by seat. */
  forces: ForceSeen[];
};

/** A Service card that was turned over. */
export type CallSeen = {
  /** Its number, from 1. */
  number: number;
  /** The chivalries that it calls for. */
  calls: ChivalrySet;
};

/** A chivalry: each damosel has one card of each. */
export type Chivalry =
  /** The War Horse, Arms. */
  | "horse"
  /** The Arming Sword, Arms. */
  | "sword"
  /** The Plate Armor, Arms. */
  | "armor"
  /** Honor, Virtue. */
  | "honor"
  /** Loyalty, Virtue. */
  | "loyalty"
  /** Valor, Virtue. */
  | "valor"
  /** The Farmer, Vassalage. */
  | "farmer"
  /** The Fisher, Vassalage. */
  | "fisher"
  /** The Forester, Vassalage. */
  | "forester";

/** A set of chivalries, listed in order. */
export type ChivalrySet = Chivalry[];

/** A damosel. */
export type Damosel =
  /** Elaine. */
  | "elaine"
  /** Guenever. */
  | "guenever"
  /** La Beale Isoud. */
  | "isoud"
  /** Morgan le Fay. */
  | "morgan"
  /** Nimue. */
  | "nimue"
  /** Viviane. */
  | "viviane";

/** The damosel behind a card. */
export type DamoselSeen =
  /** This one. */
  | {
      type: "known";
      /** Who. */
      damosel: Damosel;
    }
  /** Turned away. */
  | { type: "hidden" };

/** What an offered card earned. */
export type EarnedSeen = {
  /** Whose. */
  seat: Seat;
  /** Which. */
  chivalry: Chivalry;
  /** How much. */
  worship: number;
};

/** An event card. */
export type EventCard =
  /** The Battle of Mount Badon. */
  | "badon"
  /** The Siege of Carlion. */
  | "carlion"
  /** The Conquest of Rome. */
  | "rome"
  /** The Holy Grail. */
  | "grail"
  /** The Questing Beast. */
  | "beast"
  /** Tristram & Isoud. */
  | "isoud"
  /** Excalibur. */
  | "excalibur"
  /** Arthur's Marriage. */
  | "marriage"
  /** The Round Table. */
  | "table"
  /** The Adultery. */
  | "adultery"
  /** The Death of Merlin. */
  | "merlin"
  /** The Treason of Mordred. */
  | "mordred";

/** What an event asks for. */
export type EventKind =
  /** Offered Arms share worship. */
  | "war"
  /** Offered Virtues share worship. */
  | "quest"
  /** Every offered card earns worship. */
  | "prosperity"
  /** Cards or worship are lost. */
  | "disaster";

/** What is printed on an event. */
export type EventPrinted = {
  /** Which. */
  event: EventCard;
  /** Its kind. */
  kind: EventKind;
  /** What can be offered, or is struck. */
  listed: ChivalrySet;
  /** What earns 1 more. */
  bonus: Chivalry | null;
};

/** An event card that may be hidden. */
export type EventSeen =
  /** Its face is known. */
  | {
      type: "known";
      /** Which. */
      event: EventCard;
    }
  /** Only its back is seen. */
  | { type: "hidden" };

/** Event cards that may be hidden. */
export type EventsSeen =
  /** Their faces are known. */
  | {
      type: "known";
      /** In no order. */
      events: EventCard[];
    }
  /** Only their backs are seen. */
  | {
      type: "hidden";
      /** How many there are. */
      count: number;
    };

/** What became of a revealed card. */
export type Fate =
  /** Discarded. */
  | "beaten"
  /** Laid in front of its owner. */
  | "wounded"
  /** Back in the hand. */
  | "unharmed";

/** A player at Camlann. */
export type ForceSeen = {
  /** Who. */
  seat: Seat;
  /** On which side. */
  side: Side;
  /** The cards in hand. */
  hand: Chivalry[];
  /** The wounded cards, from the left. */
  wounded: Chivalry[];
  /** The beaten cards. */
  beaten: Chivalry[];
};

/** A card revealed in the battle. */
export type FoughtSeen = {
  /** Whose. */
  seat: Seat;
  /** Which. */
  chivalry: Chivalry;
  /** What became of it. */
  fate: Fate;
  /** The wounded card that its owner took back. */
  healed: Chivalry | null;
};

/** What each victory takes. */
export type Goals = {
  /** Cards of the damosel with one knight. */
  given: number;
  /** Cards of the knight. */
  earned: number;
  /** Worship. */
  worship: number;
};

/** A card with its damosel. */
export type GrantedSeen = {
  /** Whose knight has it or had it. */
  seat: Seat;
  /** Its chivalry. */
  chivalry: Chivalry;
  /** The damosel behind it. */
  damosel: Damosel;
};

/** What a player was dealt. */
export type HouseSeen = {
  /** Who. */
  seat: Seat;
  /** The knight. */
  knight: Knight;
  /** The damosel. */
  damosel: Damosel;
};

/** A joust. */
export type JoustSeen = {
  /** Whether it is for an offered card rather than a selected one. */
  in_service: boolean;
  /** The challenger. */
  challenger: Seat;
  /** The challenged player. */
  challenged: Seat;
  /** Who currently has the right to the card. */
  holder: Seat;
  /** The card's chivalry. */
  chivalry: Chivalry;
  /** Which pass of arms it is, from 1. */
  pass: number;
};

/** A knight. */
export type Knight =
  /** Bors. */
  | "bors"
  /** Gawain. */
  | "gawain"
  /** Launcelot. */
  | "launcelot"
  /** Percival. */
  | "percival"
  /** Pelleas. */
  | "pelleas"
  /** Tristram. */
  | "tristram";

/** Lost worship. */
export type LostSeen = {
  /** Whose. */
  seat: Seat;
  /** How much. */
  worship: number;
};

/** An offered card. */
export type OfferedSeen = {
  /** Who offered it. */
  seat: Seat;
  /** Which. */
  chivalry: Chivalry;
  /** Whether it has been challenged in this phase. */
  challenged: boolean;
};

/** The events of a round. */
export type PastEvents = {
  /** Who was Arthur. */
  arthur: Seat;
  /** Who was Merlin. */
  merlin: Seat;
  /** Arthur's discard. */
  arthur_discard: EventSeen;
  /** Merlin's discard. */
  merlin_discard: EventSeen;
  /** What was revealed. */
  revealed: EventCard;
};

/** The event pile. */
export type PileSeen = {
  /** How many cards it has. */
  count: number;
  /** The cards from the top, for the eye that sees everything. */
  order: EventCard[] | null;
};

/** A placed card. */
export type PlacedSeen = {
  /** Whose. */
  seat: Seat;
  /** Which. */
  chivalry: Chivalry;
  /** Duty if it is, betrayal if not. */
  face_up: boolean;
};

/** What a player has. */
export type PlayerSeen = {
  /** Which player. */
  seat: Seat;
  /** The knight. */
  knight: Knight;
  /** The damosel. */
  damosel: Damosel;
  /** The cards of the knight, in the order of chivalries. */
  row: RowSeen[];
  /** The cards that the damosel had when this round's cards were given; for the open eye, those that she has now. */
  pile: ChivalrySet;
  /** The card that the player has taken from a knight for the Battle of Camlann (KD-R21). */
  taken: Chivalry | null;
  /** How many cards of the damosel lie with the knight of each seat, as far as they are revealed. */
  given: number[];
  /** The progress towards the three victories. */
  progress: Progress;
};

/** A player's progress. */
export type Progress = {
  /** The most cards of the damosel with one knight, as far as they are revealed. */
  given: number;
  /** The cards of the knight. */
  earned: number;
  /** The worship. */
  worship: number;
};

/** A card that went back to its damosel. */
export type ReturnedSeen = {
  /** Its chivalry. */
  chivalry: Chivalry;
  /** The damosel who has it again. */
  damosel: Damosel;
};

/** A card of a knight. */
export type RowSeen = {
  /** Its chivalry. */
  chivalry: Chivalry;
  /** The damosel behind it, revealed at the end of the knight phase. */
  damosel: DamoselSeen;
};

/** A sealed choice. */
export type SealedSeen = {
  /** Whose. */
  seat: Seat;
  /** Which one, in the notation, for those who may know. */
  choice: string | null;
};

/** The Service cards. */
export type ServiceSeen = {
  /** The card that lies beside the event of this round. */
  card: CallSeen | null;
  /** The numbers of the cards turned over since the last shuffle, in order. */
  turned: number[];
  /** How many lie face-down. */
  left: number;
  /** Their numbers from the top, for the eye that sees everything. */
  order: number[] | null;
};

/** A card of Merlin's display. */
export type ShownSeen = {
  /** Its number. */
  number: number;
  /** Its chivalry. */
  chivalry: Chivalry;
  /** The damosel behind it. */
  damosel: DamoselSeen;
  /** Who has selected it. */
  selected_by: Seat | null;
  /** Whether it has been challenged in this phase. */
  challenged: boolean;
};

/** A side at Camlann. */
export type Side =
  /** Arthur's. */
  | "arthur"
  /** Mordred's. */
  | "mordred";

/** A player's side. */
export type SideSeen = {
  /** Who. */
  seat: Seat;
  /** On which side. */
  side: Side;
};

/** What a player is ranked by, in order. */
export type Standing = {
  /** The kind of victory. */
  victory: Victory;
  /** The most cards of the damosel with one knight. */
  given: number;
  /** The cards of the knight. */
  earned: number;
  /** The worship. */
  worship: number;
  /** The lot that was drawn; the highest wins. */
  lot: number;
};

/** The decision to be made. */
export type Step =
  /** Arthur discards one of three events. */
  | { type: "arthur_discards" }
  /** Merlin discards one of two events. */
  | { type: "merlin_discards" }
  /** Every damosel gives a card. */
  | { type: "giving" }
  /** A player selects a displayed card. */
  | {
      type: "selecting";
      /** Whether a challenge is allowed in this turn. */
      may_challenge: boolean;
    }
  /** A player offers a card. */
  | {
      type: "offering";
      /** Whether a challenge is allowed in this turn. */
      may_challenge: boolean;
    }
  /** Two players joust. */
  | { type: "jousting" }
  /** The loser of a joust may take another card. */
  | { type: "replacing" }
  /** Cards are placed face-up or face-down. */
  | { type: "placing" }
  /** Damosels take a card back before the battle. */
  | { type: "taking" }
  /** The sides are chosen. */
  | { type: "siding" }
  /** A round of the battle. */
  | { type: "fighting" }
  /** None: the game is over. */
  | { type: "over" };

/** A card taken back before the battle. */
export type TakenSeen = {
  /** By whom. */
  seat: Seat;
  /** From whose knight. */
  from: Seat;
  /** Which. */
  chivalry: Chivalry;
};

/** A damosel without a player. */
export type UnusedSeen = {
  /** Who. */
  damosel: Damosel;
  /** The cards that she had when this round's cards were given; for the open eye, those that she has now. */
  pile: ChivalrySet;
};

/** The victory that a player has reached; later variants rank higher. */
export type Victory =
  /** Nothing. */
  | "none"
  /** Enough worship. */
  | "worship"
  /** Enough cards earned by the knight. */
  | "knight"
  /** Enough cards given to one knight. */
  | "damosel";
