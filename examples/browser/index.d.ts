// Dead stones and scores of Go positions. See docs/npm.md of the sources.

/** Rows from the top: 1 is a black stone, -1 a white one, 0 an empty point. */
export type SignMap = number[][]
/** Column from the left and row from the top, counted from 0. */
export type Vertex = [number, number]

/** How hard to look. */
export interface Looks {
  /** Playouts for each estimate, at most a million; 600 if nothing is said. */
  iterations?: number
  /** Most seconds for a judgement, counted as work so that the result is the same everywhere; 2 if nothing is said. */
  seconds?: number
  /** Seed of the random numbers, below 2 ** 32; the same one gives the same result. */
  seed?: number
}

/** On which terms a position is judged. */
export interface Terms extends Looks {
  /** The name of a rule set or KataGo's object; those of the record, or the proposal of 2012, if nothing is said. */
  rules?: string | object
  komi?: number
  /** The position after so many moves. */
  after?: number
  to_move?: 'black' | 'white'
  /** The dead stones that the players agree on, a stone of each chain; as names such as 'D4' in records. */
  dead?: (Vertex | string)[]
  prisoners?: {black: number; white: number}
  judge_as?: 'game' | 'diagram'
  /** The points to be explained, or `true` for all that is doubtful. */
  explain?: true | (Vertex | string)[]
  /** Other rules: `explanation` says where they differ. */
  compare?: string | object
  language?: 'en' | 'ja'
  /** Whether to draw the judged board. */
  picture?: boolean
}

/** Solidly connected stones, with what becomes of them. */
export interface Chain {
  color: 'Black' | 'White'
  /** Names such as 'D4'. */
  stones: string[]
  status: 'alive' | 'dead' | 'seki' | 'unsettled'
  method: 'proved' | 'read' | 'searched' | 'estimated' | 'agreed'
  share?: number
  playouts?: number
}

/** The judged board as SVG, with the words around it. */
export interface Picture {
  svg: string
  /** The distance between two lines, and from the edges to the first line, in units of the drawing. */
  cell: number
  margin: number
  /** The marks on the board: a sample as SVG and the name. */
  legend: {svg: string; name: string}[]
  /** The rules and komi. */
  terms: string
  /** The result with its parts. */
  count: string[]
}

/** A judged position, as `wakari score --json` has it. */
export interface Judgement {
  size: [number, number]
  rules: string
  komi: number
  /** The result as records have it: 'B+4.5', '0'. */
  score: string
  method: 'proved' | 'estimated' | 'unsettled'
  statuses: Chain[]
  territory: {black: string[]; white: string[]}
  dame: string[]
  prisoners: {black: number; white: number}
  points: {black: number; white: number}
  /** Whose points are proved, and what is left: by how much the lead differs with whose a part is. */
  proved_points: string[]
  open: {points: string[]; worth: number}[]
  unsettled: string[]
  recorded: string | null
  agrees: boolean | null
  explanation?: string
  picture?: Picture
  [more: string]: unknown
}

/**
 * The dead stones of a board, as of a game that was stopped there. `finished` is taken and makes no difference, except on
 * boards with a side below 2 or above 25: these get `getFloatingStones` if it is true, and no stones otherwise.
 */
export function guess(
  data: SignMap,
  options?: Looks & {finished?: boolean; rules?: string | object}
): Promise<Vertex[]>

/** How surely each point is a side's at the end of random games: from -1, White's, to 1, Black's. */
export function getProbabilityMap(data: SignMap, iterations?: number): Promise<number[][]>

/** A random end of the game, eyes filled; `sign` moves first. */
export function playTillEnd(data: SignMap, sign: number): Promise<SignMap>

/** Stones inside the other's territory that surround no more than a point themselves, found at once. */
export function getFloatingStones(data: SignMap): Promise<Vertex[]>

/** Judges and counts a position. */
export function judge(data: SignMap, options?: Terms): Promise<Judgement>

/** Judges and counts a game in SGF. */
export function score(sgf: string, options?: Terms): Promise<Judgement>

/** The names of the rule sets. */
export function ruleSets(): Promise<string[]>

/** The text of a file in SGF, by the character set that it names. */
export function decode(data: ArrayBuffer | Uint8Array): Promise<string>

/**
 * Where to fetch `wakari.wasm` from. It is tried before the places where the package looks by itself: next to the module,
 * the script or the page.
 */
export function useFetch(path: string): typeof import('.')

/** The contents of `wakari.wasm`, where they are at hand. */
export function useBytes(bytes: ArrayBuffer | Uint8Array): typeof import('.')
