// Written by `make docs` from the types of the document in views/table/.

/** A move that a thing offers. */
export interface Answer {
  /** The line that makes it; with `begins`, its first half. */
  move: string;
  /** What is paid, or with `gains` got, one by one. */
  tokens?: string[];
  gains?: true;
  /** Nothing comes with a reserved card: no gold is left. */
  no_gold?: true;
  /** The least gold that a purchase needs. */
  gold?: number;
  /** How many joker cards a purchase uses up. */
  jokers?: number;
  /** How much of their gold pays for nothing. */
  wasted?: number;
  /** Where to is asked next. */
  begins?: true;
  /** It asks for one of so many ways to pay. */
  ways?: number;
  /** It asks which cards to discard. */
  for_cards?: true;
  /** The cards that are discarded, or one that a card is paired with. */
  cards?: string[];
  loses?: Lost;
}

/** What the viewer's seat lacks for a card. What is nothing is left out. */
export interface CardLack {
  /** The tokens it costs after the bonuses of the seat. */
  due?: Record<string, number>;
  /** Those of them that the seat has not got, gold left aside. */
  tokens?: Record<string, number>;
  /** The gold that would stand for them. */
  gold?: number;
  /** The gold that the seat can spend, with that of its joker cards. */
  has_gold?: number;
}

/** A card that went from one place to another: a column of the table, a deck, a hand, a seat. */
export interface CardMoved {
  /** Its id, or its deck after a question mark where the viewer may not know it. */
  card: string;
  source: string;
  target: string;
}

/** Everything that can be answered now, or planned. */
export interface Choices {
  /** They are for the next turn of a seat that waits. */
  planned: boolean;
  /** What each thing offers, what gets a card first. */
  things: Record<string, Answer[]>;
  /** Answers that touch nothing on the table. */
  bar: Answer[];
  /** Where the tokens of the sets are. */
  pool: "" | "bank" | "own";
  /** Tokens that are one answer together, such as `W U G`, with the line that makes it. */
  sets: Record<string, string>;
  /** For each thing that can be moved, where to, with the move. */
  targets: Record<string, Record<string, string>>;
  paying?: Paying;
  discarding?: Discarding;
}

/** What the coach of a lesson says, in the language of the viewer. */
export interface Coaching {
  /** Which step it is, from 1. */
  number: number;
  total: number;
  title: string;
  why: string;
  todo: string;
  card: string | null;
  /** The things on the page to be lit. */
  lights: string[];
  /** The move that is suggested. */
  suggested: string;
  may_leave: boolean;
}

/** Cards that are asked for as a price, one after the other. */
export interface Discarding {
  step: number;
  steps: number;
}

/** The game, as the viewer's seat may know it. */
export interface GamePart {
  /** In the form of a snapshot, with the number of cards of each deck; its `to_play` is null at the end. */
  view: View;
  last_round: boolean;
  /** For each city of the table, the seats that have taken it (2017) or meet it (2024). */
  met: Record<string, number[]>;
  log: Logged[];
  result: Result | null;
}

/** One move of the log, as the viewer may know it. What a move did not do is left out. */
export interface Logged {
  number: number;
  turn: number;
  seat: number;
  /** Its notation; `keep ?1` where the card is another seat's secret. */
  move: string;
  /** Who chose it; a person, where it is left out. */
  by?: "bot" | "clock";
  forced?: true;
  /** The cards that the move and its forced consequences moved; only with the first of them. */
  cards?: CardMoved[];
  /** How they changed the tokens of the seat; only with the first of them. */
  tokens?: Record<string, number>;
  stronghold?: StrongholdMoved;
  /** `failed` where a bot gave no legal answer and any legal move was made. */
  note?: "failed";
}

/** What goes with cards that are discarded. */
export interface Lost {
  prestige: number;
  bonuses: Record<string, number>;
}

/** What the table was made with, as far as a game in progress depends on it. */
export interface Options {
  edition: 2017 | 2024;
  modules: ("cities" | "trading_posts" | "orient" | "strongholds")[];
  clock: Timing | null;
  public: boolean;
  serious: boolean;
  rated: boolean;
  guided: boolean;
  /** How quickly the bots move. */
  pace: "instant" | "quick" | "calm";
  /** Null until the game is over. */
  seed: number | null;
}

/** A purchase that is to be paid for. */
export interface Paying {
  card: string;
  /** What it costs after bonuses. */
  due: Record<string, number>;
  ways: Way[];
}

/** How the game ended. */
export interface Result {
  /** None where the game was ended by agreement, or only bots were left. */
  winners: number[];
  prestige: number[];
  turns: number;
  /** How it ended where it was not played to its end. */
  ended: "resigned" | "agreed" | null;
}

/** A phrase that somebody said just before. */
export interface Said {
  /** Higher than that of everything said before. */
  number: number;
  seat: number;
  phrase: string;
}

/** A seat and who sits there. */
export interface Seat {
  /** Null where nobody sits yet. */
  name: string | null;
  /** The bot that plays; null for people and open seats. */
  bot: string | null;
  /** Whether it is a seat of a program that somebody has written, or kept for one. */
  program: boolean;
  /** Whether a bot plays for a person until they come back. */
  away: boolean;
  /** Whether the seat is there: bots always, people while their page is open. */
  present: boolean;
  resigned: boolean;
  /** Whether its person would end the game here, without a winner. */
  offers_end: boolean;
  /** The seconds it had left when this decision began; null without a clock. */
  clock: number | null;
}

/** One seat of a snapshot: what lies in front of it, and its hand. */
export interface SeatSnapshot {
  tokens: Record<string, number>;
  /** Sorted by id. */
  cards: string[];
  /** For each paired card, its colour and its number of bonuses. */
  paired: Record<string, ("W" | "U" | "G" | "R" | "K" | number)[]>;
  /** In the order of reserving; `?2o` in a view for a card of deck 2o that only its owner knows. */
  hand: string[];
  /** Which cards of the hand came from a deck. */
  blind: boolean[];
  nobles: string[];
  /** Nobles reserved for the seat. */
  claimed: string[];
  posts: string[];
  city: string | null;
  /** The number in its supply. */
  strongholds: number;
  bonuses: Record<string, number>;
  prestige: number;
}

/** A stronghold that was placed, moved or removed. */
export interface StrongholdMoved {
  /** Whose it is. */
  seat: number;
  /** The card that it stood on; null where it comes from the supply. */
  source: string | null;
  /** The card that it stands on; null where it went back to the supply. */
  target: string | null;
}

/** The table and its people, as everybody sees them. */
export interface TablePart {
  id: string;
  status: "waiting" | "playing" | "over" | "closed";
  options: Options;
  seats: Seat[];
  /** The seconds since this decision began, which the clock of the seat to play has lost since. */
  elapsed: number;
  /** Whether a bot is to play. */
  thinking: boolean;
  /** Whether that bot gets ready first, which takes a minute where it was never compiled. */
  preparing: boolean;
  /** Whether the game is practice: somebody was helped, took back what had let them see a card, or the game goes on from a position of another one. */
  practice: boolean;
  /** The seat that took its last move back, until somebody moves. */
  undone: number | null;
  /** How many others look at the room before the game, for those who sit there. */
  onlookers: number;
  /** The table of the rematch. */
  rematch: string | null;
  /** The day whose deal is played, as 2026-11-15. */
  daily: string | null;
  tournament: string | null;
  said: Said[];
}

/** What the viewer's seat lacks for a noble, a city or a post. What is nothing is left out. */
export interface TileLack {
  colours?: Record<string, number>;
  any_colour?: number;
  prestige?: number;
  nobles?: number;
}

/** The time that each seat has: for the whole game, or for each turn. */
export interface Timing {
  minutes: number;
  /** So many more with every turn. */
  seconds: number;
  /** For each turn, where it is no clock of minutes. */
  days: number | null;
}

/** A snapshot that holds only what one seat may know. */
export interface View {
  format?: number;
  edition: 2017 | 2024;
  modules: ("cities" | "trading_posts" | "orient" | "strongholds")[];
  players: number;
  turns: number;
  to_play: number | null;
  decision: "action" | "payment" | "discard" | "pair" | "claim" | "gift" | "gain" | "stronghold" | "conquest" | "keep" | "return" | "noble" | "post" | "city" | null;
  over: boolean;
  winners: number[];
  bank: Record<string, number>;
  rows: Record<string, string | null>;
  nobles: string[];
  cities: string[];
  strongholds: Record<string, number[]>;
  seats: SeatSnapshot[];
  decks: Record<string, number>;
}

/** One complete way to pay. */
export interface Way {
  line: string;
  jokers: number;
  /** How much of the gold of the jokers pays for nothing. */
  wasted: number;
  /** The gold spent for each colour, that of jokers included. */
  gold: Record<string, number>;
  /** The tokens that go to the bank. */
  spent: Record<string, number>;
}

/** Who the viewer is and what they may do. */
export interface YouPart {
  /** Whose eyes these are; null for a spectator. Where several sit at this browser and nothing is hidden, those of the seat that is to play next. */
  seat: number | null;
  /** The seats of this browser. */
  seats: number[];
  /** The seat of this browser that is to play and not shown yet, since several sit at it and one of them holds a card that the others may not see. */
  curtain: number | null;
  /** Open seats of a rematch that are kept for whoever had them, this browser or another. */
  kept: number[];
  /** Seats kept for this browser: of a rematch, or those it left to a bot. */
  may_return: number[];
  /** Whether this browser may start the game with bots in the open seats. */
  may_start: boolean;
  /** Whether this browser may give the table up, so that it is gone. */
  may_abandon: boolean;
  /** Seats of people who have been away so long that this viewer may let a bot play for them. */
  may_replace: number[];
  /** The seat of this browser that can take its last move back. */
  undoer: number | null;
  /** Whether a card has become known since, so that the game is practice when it is taken back. */
  undo_is_practice: boolean;
  /** Whether a hint can be asked for. */
  hints: boolean;
  /** From which loss on this seat is warned before a move, in percent; 0 is never, null where nobody is. */
  warned: number | null;
  /** The number of the first entry of the log since this seat's own last move. */
  fresh: number;
  /** The legal moves, if it is for these eyes to decide. */
  moves: string[];
  /** By card and tile, what this seat lacks: for the open cards, those it has reserved or may keep, and all tiles. */
  lacks?: Record<string, CardLack | TileLack>;
  /** What can be answered now, or planned for the next turn; for whoever asks for it. */
  choices?: Choices;
  coach?: Coaching;
}

/** A table as one viewer may know it. */
export interface Document {
  format: number;
  /** Grows with everything that happens at the table; whoever moves sends it along. */
  version: number;
  table: TablePart;
  /** Null before the start. */
  game: GamePart | null;
  you: YouPart;
}
