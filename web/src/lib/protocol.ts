// What goes over the wire, as src/starhall/server/protocol.py and engine/scene.py define it.
// Fields with defaults are left out by the hall, hence the many question marks.

export interface Badge { label: string; tone?: string; icon?: string }
export interface Value { label: string; value: number | string; note?: string; tone?: string; icon?: string }
export interface DieFace { face: string; text: string }

interface Thing {
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
}
export interface Piece extends Thing { kind: 'piece'; label: string; count?: number; symbol?: string; text?: string }
export interface Card extends Thing {
  kind: 'card'; title?: string; subtitle?: string; text?: string; values?: Value[]
  face_up?: boolean; dim?: boolean; pieces?: Piece[]; rule?: string
}
export interface Pile extends Thing { kind: 'pile'; title: string; count: number; top?: Card | null; contents?: Piece[] }
export interface Stat extends Thing { kind: 'stat'; label: string; value: number | string; max?: number | null }
export interface Space extends Thing { kind: 'space'; label: string; text?: string; dim?: boolean; pieces?: Piece[] }
export interface Track extends Thing { kind: 'track'; title: string; spaces: Space[] }
export interface Cell extends Thing {
  kind: 'cell'; q: number; r: number; label: string; terrain?: string; text?: string
  pieces?: Piece[]; highlights?: Badge[]
}
export interface Link extends Thing { kind: 'link'; source: string; target: string; label?: string; arrow?: boolean }
export interface Hexmap extends Thing { kind: 'hexmap'; title: string; cells: Cell[]; links?: Link[]; flat?: boolean }
export interface Die extends Thing {
  kind: 'die'; face: string; label?: string; text?: string; needs?: string; sides?: number; faces?: DieFace[]
}
export interface Note extends Thing { kind: 'note'; text: string }
export interface Grid extends Thing { kind: 'table'; title: string; columns: string[]; rows: string[][] }
export interface Panel extends Thing {
  kind: 'panel'; title: string; children: Element[]; layout?: 'row' | 'column' | 'grid'; columns?: number; active?: boolean
}
export type Element = Panel | Card | Pile | Stat | Track | Hexmap | Piece | Die | Link | Note | Grid
export type AnyThing = Element | Space | Cell

export interface SeatInfo { name: string; colour?: string; status?: string; active?: boolean; mark?: string }
export interface OptionInfo { number: number; token: string; label: string; targets?: string[] }
export interface Scene {
  title: string; subtitle?: string; palette?: string; viewer?: number | null; seats?: SeatInfo[]
  areas?: Element[]; prompt?: string; tip?: string; options?: OptionInfo[]; log?: string[]
  tones?: Record<string, string>; labels?: Record<string, string>
}

export interface Me { id: string; name: string; phrase?: string | null }
export interface Choice { value: number | string; label: string }
export interface SettingForm {
  id: string; name: string; help: string; default: number | string | null; choices?: Choice[]
  low?: number; high?: number; also?: number[]; rule?: string
}
export interface BotInfo { id: string; name: string; help: string }
export interface GameInfo {
  id: string; title: string; blurb: string; goal: string; players: string; minutes: string
  fewest: number; most: number; usual: number; icon: string; settings: SettingForm[]; bots: BotInfo[]
}
export interface RuleText { id: string; text: string }
export interface RuleSection { heading: string; level: number; rules: RuleText[] }

export interface Chair { kind: 'me' | 'friend' | 'bot' | 'open'; bot?: string }
export interface SeatState {
  seat: number; name: string; kind: 'person' | 'bot' | 'friend' | 'open'; bot?: string; here?: boolean; stand_in?: boolean
}
export interface TableInfo {
  id: string; game: string; title: string; settings: Record<string, number | string>; seats: SeatState[]
  status: 'waiting' | 'playing' | 'over'; commitment: string; started: number; moved: number; hints: boolean
  your_seat?: number | null; your_turn?: boolean; host?: boolean; invitations?: Record<string, string>
  ending?: string; private?: boolean; forked?: string
}
export interface Lobby { mine: TableInfo[]; open: TableInfo[]; watch: TableInfo[] }
export interface ReplayFrame { ply: number; plies: number; scene: Scene; choice?: string }
export interface Course { plies: number[]; measures: Record<string, number[][]> }
export interface Verification { ok: boolean; commitment: string; seed: string; sentence: string }

export interface LogLine { frame: number; text?: string; card?: string; source?: string; target?: string }
export interface Frame {
  type: 'frame'; frame: number; answered: number; scene?: Scene | null; prompt?: string
  options?: OptionInfo[]; anytime?: OptionInfo[]; log?: LogLine[]; log_from?: number; undoable?: number
  waiting?: number[]; since?: number; over?: boolean; ending?: string; words?: string
}
export interface ReasonInfo { token: string; label: string; reason: string; rule: string; targets?: string[] }
export interface HintOption { number: number; label: string; chance: number }
export interface ChatLine { type: 'chat'; seat: number | null; name: string; text: string; at: number }

export type ServerMessage =
  | Frame
  | ChatLine
  | { type: 'ack'; ref: number; answered: number }
  | { type: 'refused'; ref: number; error: string }
  | { type: 'asked'; ref: number; seats: number[] }
  | { type: 'reasons'; ref: number; reasons: ReasonInfo[] }
  | { type: 'hint'; ref: number; options: HintOption[]; games: number }
  | { type: 'undo_wish'; request: number; seat: number }
  | { type: 'presence'; seats: SeatState[]; watching: number; thinking?: number[] }
  | { type: 'pong'; ref?: number }
