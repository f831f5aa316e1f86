// Written by `make docs` from the types of the document in views/table/.

/** A move that a thing offers. */
export interface Answer {
  /** The line to play; with `begins`, its first half. */
  move: string;
  /** The tokens paid, or with `gains` received, one by one. */
  tokens?: string[];
  gains?: true;
  /** The reserved card comes without gold: none is left. */
  no_gold?: true;
  /** The least gold the purchase needs. */
  gold?: number;
  /** The number of joker cards the purchase uses up. */
  jokers?: number;
  /** The gold of those joker cards that is wasted. */
  wasted?: number;
  /** The page asks next for the destination. */
  begins?: true;
  /** The number of ways to pay that the page then offers. */
  ways?: number;
  /** The page asks next which cards to discard. */
  for_cards?: true;
  /** The cards to discard, or the card to pair with. */
  cards?: string[];
  loses?: Lost;
}

/** What the viewer's seat lacks for a card; zeros are left out. */
export interface CardLack {
  /** The tokens the card costs after the seat's bonuses. */
  due?: Record<string, number>;
  /** The tokens among those that the seat lacks, not counting gold. */
  tokens?: Record<string, number>;
  /** The gold needed to replace them. */
  gold?: number;
  /** The gold the seat can spend, including that of its joker cards. */
  has_gold?: number;
}

/** A card that moved between two places: a column of the table, a deck, a hand, a seat. */
export interface CardMoved {
  /** Its id, or a question mark and its deck if the viewer may not know the card. */
  card: string;
  source: string;
  target: string;
}

/** Everything the viewer can choose now, or plan. */
export interface Choices {
  /** Whether these are plans for the seat's next turn. */
  planned: boolean;
  /** The answers of each thing; those that get a card come first. */
  things: Record<string, Answer[]>;
  /** The answers that touch nothing on the table. */
  bar: Answer[];
  /** The place of the tokens in the sets. */
  pool: "" | "bank" | "own";
  /** Sets of tokens that form one answer, such as `W U G`, with the line to play. */
  sets: Record<string, string>;
  /** By thing that can be moved: its destinations, each with the move. */
  targets: Record<string, Record<string, string>>;
  paying?: Paying;
  discarding?: Discarding;
}

/** The coach's words in a lesson, in the viewer's language. */
export interface Coaching {
  /** The number of the step, from 1. */
  number: number;
  total: number;
  title: string;
  why: string;
  todo: string;
  card: string | null;
  /** The ids of the things to highlight on the page. */
  lights: string[];
  /** The suggested move. */
  suggested: string;
  may_leave: boolean;
}

/** A price in cards, chosen one after the other. */
export interface Discarding {
  step: number;
  steps: number;
}

/** The game, as the viewer's seat may know it. */
export interface GamePart {
  /** A snapshot with the number of cards in each deck; `to_play` is null at the end. */
  view: View;
  last_round: boolean;
  /** For each city of the table, the seats that have taken it (2017) or meet it (2024). */
  met: Record<string, number[]>;
  log: Logged[];
  result: Result | null;
}

/** One move of the log, as the viewer may know it; empty fields are left out. */
export interface Logged {
  number: number;
  turn: number;
  seat: number;
  /** Its notation; `keep ?1` if the card is another seat's secret. */
  move: string;
  /** Who chose it; a person if left out. */
  by?: "bot" | "clock";
  forced?: true;
  /** The cards moved by the move and its forced consequences; only with the first of these moves. */
  cards?: CardMoved[];
  /** The change in the seat's tokens; only with the first of these moves. */
  tokens?: Record<string, number>;
  stronghold?: StrongholdMoved;
  /** `failed` if a bot gave no legal answer and any legal move was made instead. */
  note?: "failed";
}

/** What a seat loses along with the cards it discards. */
export interface Lost {
  prestige: number;
  bonuses: Record<string, number>;
}

/** The options of the table that matter to a game in progress. */
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

/** A purchase waiting for its payment. */
export interface Paying {
  card: string;
  /** The cost after bonuses. */
  due: Record<string, number>;
  ways: Way[];
}

/** How the game ended. */
export interface Result {
  /** The winners; None if the game ended by agreement or with only bots left. */
  winners: number[];
  prestige: number[];
  turns: number;
  /** How the game ended, if it was not played out. */
  ended: "resigned" | "agreed" | null;
}

/** A phrase that somebody has just said. */
export interface Said {
  /** Increases with every phrase. */
  number: number;
  seat: number;
  phrase: string;
}

/** A seat and its occupant. */
export interface Seat {
  /** The name; null while the seat is open. */
  name: string | null;
  /** The bot that plays; null for people and open seats. */
  bot: string | null;
  /** Whether somebody's own program has the seat, or it is kept for one. */
  program: boolean;
  /** Whether a bot plays for an absent person. */
  away: boolean;
  /** Whether the seat is present: bots always, people while their page is open. */
  present: boolean;
  resigned: boolean;
  /** Whether this player offers to end the game without a winner. */
  offers_end: boolean;
  /** The seconds left when this decision began; null without a clock. */
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
  /** The seat that owns it. */
  seat: number;
  /** The card it stood on; null if it comes from the supply. */
  source: string | null;
  /** The card it stands on now; null if it went back to the supply. */
  target: string | null;
}

/** The table and its people, as everybody sees them. */
export interface TablePart {
  id: string;
  status: "waiting" | "playing" | "over" | "closed";
  options: Options;
  seats: Seat[];
  /** The seconds since this decision began, to subtract from the clock of the seat to play. */
  elapsed: number;
  /** Whether a bot is to move. */
  thinking: boolean;
  /** Whether that bot is still being prepared, which takes a minute if it must be compiled. */
  preparing: boolean;
  /** Whether the game is practice: somebody got help or took back a move that revealed a card, or the game continues a position of another game. */
  practice: boolean;
  /** The seat that has just taken its last move back, until somebody moves. */
  undone: number | null;
  /** How many others are looking before the game starts; shown to those who have a seat. */
  onlookers: number;
  /** The table of the rematch; of a private one, only those who played are told. */
  rematch: string | null;
  /** The day of the deal, such as 2026-11-15, if this is a deal of the day. */
  daily: string | null;
  tournament: string | null;
  said: Said[];
}

/** What the viewer's seat lacks for a noble, a city or a post; zeros are left out. */
export interface TileLack {
  colours?: Record<string, number>;
  any_colour?: number;
  prestige?: number;
  nobles?: number;
}

/** The time of each seat: for the whole game, or for each turn. */
export interface Timing {
  minutes: number;
  /** The seconds added with every turn. */
  seconds: number;
  /** The days for each turn, if the clock does not count minutes. */
  days: number | null;
}

/** A snapshot that holds only what one seat may know. */
export interface View {
  /** 1 where there is none. */
  format?: number;
  edition: 2017 | 2024;
  modules: ("cities" | "trading_posts" | "orient" | "strongholds")[];
  players: number;
  /** The number of finished turns. */
  turns: number;
  to_play: number | null;
  decision: "action" | "payment" | "discard" | "pair" | "claim" | "gift" | "gain" | "stronghold" | "conquest" | "keep" | "return" | "noble" | "post" | "city" | null;
  over: boolean;
  winners: number[];
  bank: Record<string, number>;
  /** The face-up card on each place. */
  rows: Record<string, string | null>;
  nobles: string[];
  cities: string[];
  /** For each place with strongholds, their seat and number. */
  strongholds: Record<string, number[]>;
  seats: SeatSnapshot[];
  /** The number of cards left. */
  decks: Record<string, number>;
  /** The last cards of decks under which the seat has put some (T9); `?1` for one of another seat. */
  under?: Record<string, string[]>;
}

/** One complete way to pay. */
export interface Way {
  line: string;
  jokers: number;
  /** The gold of joker cards that is wasted. */
  wasted: number;
  /** The gold spent for each colour, including that of joker cards. */
  gold: Record<string, number>;
  /** The tokens paid to the bank. */
  spent: Record<string, number>;
}

/** Who the viewer is, what they may do, and what they can choose. */
export interface YouPart {
  /** The seat this viewer looks through; null for a spectator. If several players share the browser and nothing is hidden, the seat to play next. */
  seat: number | null;
  /** The seats that belong to this browser. */
  seats: number[];
  /** The seat of this browser that is to play and still hidden, because several people share the browser and one of them holds a card that the others may not see. */
  curtain: number | null;
  /** Open seats of a rematch that are kept for the players who had them. */
  kept: number[];
  /** Seats kept for this browser: those of a rematch, or those it left to a bot. */
  may_return: number[];
  /** Whether this browser may start the game with bots in the open seats. */
  may_start: boolean;
  /** Whether this browser may abandon the table, which deletes it. */
  may_abandon: boolean;
  /** Seats of people away for so long that this viewer may let a bot play for them. */
  may_replace: number[];
  /** The seat of this browser that can take its last move back. */
  undoer: number | null;
  /** Whether a card was revealed since, so that taking back makes the game practice. */
  undo_is_practice: boolean;
  /** Whether the viewer can ask for a hint. */
  hints: boolean;
  /** The loss from which this seat is warned, in percent; 0 means never, null that nobody is. */
  warned: number | null;
  /** The index of the first log entry after this seat's last move. */
  fresh: number;
  /** The legal moves, if this viewer is to decide. */
  moves: string[];
  /** What this seat lacks for each card and tile: the face-up cards, those it has reserved or may keep, and all tiles. */
  lacks?: Record<string, CardLack | TileLack>;
  /** The choices now, or the plans for the next turn; only if requested. */
  choices?: Choices;
  coach?: Coaching;
}

/** A table as one viewer may know it. */
export interface Document {
  format: number;
  /** Grows with every event at the table; a move must name the version it was chosen on. */
  version: number;
  table: TablePart;
  /** Null before the start. */
  game: GamePart | null;
  you: YouPart;
}
