// What goes over the wire, written by tools/protocol.py: change src/starhall/server/protocol.
// The hall leaves out what has its default, hence the question marks. At the end are the
// colours that every scene may name, and the fields of things that contain things.

export type ClientMessage =
  | Hello
  | Choose
  | Interject
  | Undo
  | TryAgain
  | Resign
  | PauseClock
  | GiveOrders
  | AskPlannable
  | Abort
  | Consent
  | WhyNot
  | AskHint
  | LookBack
  | Say
  | Hand
  | Mute
  | Kick
  | Ping
export type Element = Panel | Card | Pile | Stat | Track | Hexmap | Piece | Die | Link | Note | Table
export type ServerMessage =
  Frame | Update | Ack | Refused | Asked | Reasons | Hint | Moment | Plannable | Wish | ChatLine | Presence | Pong

/**
 * Every type by its name.
 */
export interface Wire {
  Abort: Abort
  Ack: Ack
  Act: Act
  Agree: Agree
  AskHint: AskHint
  AskPlannable: AskPlannable
  Asked: Asked
  Befriend: Befriend
  Block: Block
  BotInfo: BotInfo
  Chair: Chair
  ChangeChannel: ChangeChannel
  ChannelInfo: ChannelInfo
  ChannelLabel: ChannelLabel
  Channels: Channels
  ChatLine: ChatLine
  Choice: Choice
  Choose: Choose
  ClientMessage: ClientMessage
  Commitment: Commitment
  ConfirmChannel: ConfirmChannel
  Consent: Consent
  Course: Course
  DaysClock: DaysClock
  DeleteMe: DeleteMe
  Element: Element
  ForkTable: ForkTable
  Frame: Frame
  Friend: Friend
  Friends: Friends
  GameInfo: GameInfo
  GameRecord: GameRecord
  GiveOrders: GiveOrders
  Hand: Hand
  Head: Head
  Health: Health
  Hello: Hello
  Hint: Hint
  HintOption: HintOption
  Interject: Interject
  Introduce: Introduce
  InviteFriend: InviteFriend
  JoinTable: JoinTable
  Kick: Kick
  Ladder: Ladder
  LadderLine: LadderLine
  Learning: Learning
  LessonInfo: LessonInfo
  LiveClock: LiveClock
  Lobby: Lobby
  LogLine: LogLine
  LookBack: LookBack
  Me: Me
  Moment: Moment
  Mute: Mute
  NewChannel: NewChannel
  NewProgram: NewProgram
  Observation: Observation
  OpenTable: OpenTable
  Opponent: Opponent
  OrderInfo: OrderInfo
  OrdersInfo: OrdersInfo
  PauseClock: PauseClock
  Picture: Picture
  Ping: Ping
  Plannable: Plannable
  PlannedChoice: PlannedChoice
  Pong: Pong
  Presence: Presence
  Problem: Problem
  Profile: Profile
  ProgramInfo: ProgramInfo
  Proof: Proof
  PuzzleInfo: PuzzleInfo
  Readiness: Readiness
  ReasonInfo: ReasonInfo
  Reasons: Reasons
  RecentGame: RecentGame
  Recover: Recover
  Refused: Refused
  Remark: Remark
  ReplayFrame: ReplayFrame
  Report: Report
  Resign: Resign
  ReviewState: ReviewState
  RuleSection: RuleSection
  RuleText: RuleText
  Say: Say
  SeatClock: SeatClock
  SeatState: SeatState
  ServerMessage: ServerMessage
  SettingForm: SettingForm
  SharePage: SharePage
  Speak: Speak
  Spectator: Spectator
  Step: Step
  Swing: Swing
  TableInfo: TableInfo
  TakeLesson: TakeLesson
  TryAgain: TryAgain
  Undo: Undo
  Update: Update
  Verification: Verification
  WhyNot: WhyNot
  Wish: Wish
}
/**
 * End the game without a result.
 *
 *     At once if nobody else plays, or by the host before anything is decided; otherwise by consent.
 */
export interface Abort {
  type: 'abort'
  ref: number
}
/**
 * The choice is on disk. `chain` is the hash of the log up to now, to be kept as a receipt.
 */
export interface Ack {
  type: 'ack'
  ref: number
  answered: number
  chain?: string
}
/**
 * POST /api/tables/{id}/act: a choice by number or token, or several taken as a whole.
 *
 *     `answered` is how many choices the seat had made when it looked, as in `Observation`: the same
 *     request sent twice is done once.
 */
export interface Act {
  answered: number
  options: (number | string)[]
}
/**
 * POST /api/tables/{id}/consent: the answer to another seat's wish.
 */
export interface Agree {
  request: number
  agreed: boolean
}
/**
 * What would a strong bot do with my information?
 */
export interface AskHint {
  type: 'hint'
  ref: number
}
/**
 * Which options can be put on a plan?
 */
export interface AskPlannable {
  type: 'plannable'
  ref: number
}
/**
 * The wish has been put to these seats; their answer decides.
 */
export interface Asked {
  type: 'asked'
  ref: number
  seats: number[]
}
/**
 * POST /api/friends: the token of somebody's link.
 */
export interface Befriend {
  token: string
}
/**
 * POST /api/blocks: somebody at a table, by the speaker of a line or by the seat.
 */
export interface Block {
  table: string
  speaker?: string
  seat?: number | null
}
/**
 * A bot that can take a chair.
 */
export interface BotInfo {
  id: string
  name: string
  help: string
}
/**
 * The player of a chair at a new table.
 */
export interface Chair {
  kind: 'bot' | 'friend' | 'me' | 'open'
  bot?: string
}
/**
 * POST /api/channels/{id}: what is left out stays as it is.
 */
export interface ChangeChannel {
  wants?: ('invited' | 'over' | 'turn' | 'wish')[] | null
  pace?: ('daily' | 'hourly' | 'soon') | null
  on?: boolean | null
}
/**
 * One channel of a person.
 */
export interface ChannelInfo {
  id: string
  kind: 'apprise' | 'mail' | 'push'
  label: string
  state: 'new' | 'off' | 'on' | 'refused'
  wants: ('invited' | 'over' | 'turn' | 'wish')[]
  pace: 'daily' | 'hourly' | 'soon'
  fault?: string
}
/**
 * What a link without a login has changed.
 */
export interface ChannelLabel {
  kind: 'apprise' | 'mail' | 'push'
  label: string
}
/**
 * GET /api/channels: my channels, and what the hall can send.
 */
export interface Channels {
  channels: ChannelInfo[]
  mail?: boolean
  push_key?: string
  schemes?: string[]
}
export interface ChatLine {
  type: 'chat'
  seat: number | null
  name: string
  text: string
  at: number
  speaker?: string
}
/**
 * One allowed value with its label.
 */
export interface Choice {
  value: number | string
  label: string
}
/**
 * An answer: one option number, or several taken as a whole or not at all.
 *
 *     `answered` is how many choices the seat had made when it looked: the same answer sent twice
 *     is done once. `ref` comes back in the acknowledgement.
 */
export interface Choose {
  type: 'choose'
  ref: number
  answered: number
  options: number[]
}
/**
 * First message: which frame the client has (0: none) and what it wants to receive.
 *
 *     `scene` for people; `options` for programs that need only the options and the log.
 */
export interface Hello {
  type: 'hello'
  have?: number
  wants?: 'options' | 'scene'
  words?: boolean
  steps?: boolean
  together?: boolean
  language?: string
}
/**
 * A choice that can be made without being asked: concede.
 *
 *     With `answered`, as in a choice, it is done once even if it is sent twice.
 */
export interface Interject {
  type: 'interject'
  ref: number
  option: number
  answered?: number | null
}
/**
 * Take back the last choice: freely up to the information frontier, otherwise by consent.
 *
 *     With `answered`, as in a choice, it is done once even if it is sent twice.
 */
export interface Undo {
  type: 'undo'
  ref: number
  answered?: number | null
}
/**
 * In a lesson: go back to where the current step began.
 */
export interface TryAgain {
  type: 'again'
  ref: number
}
/**
 * Give up. If others can still play against each other, a bot plays on; else the game ends.
 */
export interface Resign {
  type: 'resign'
  ref: number
}
/**
 * Stop my clock for a while, if the settings of the table allow it; once a month.
 */
export interface PauseClock {
  type: 'pause'
  ref: number
}
/**
 * What the table chooses for me from now on, in place of my earlier orders.
 *
 *     `standing` are ids of orders that the game offers. `plan` are tokens of options, in the order
 *     in which they are chosen when I am asked; it stops when something unexpected happens.
 */
export interface GiveOrders {
  type: 'orders'
  ref: number
  standing?: string[]
  plan?: string[]
}
/**
 * The answer to another seat's wish.
 */
export interface Consent {
  type: 'consent'
  request: number
  agreed: boolean
}
/**
 * Ask for everything that is not offered, with the reasons.
 */
export interface WhyNot {
  type: 'why'
  ref: number
}
/**
 * Show me the table as I saw it right after a line of my log.
 */
export interface LookBack {
  type: 'look'
  ref: number
  line: number
}
export interface Say {
  type: 'chat'
  text: string
}
/**
 * Let a bot play for you or for an absent player, or take your own seat back.
 *
 *     For somebody else it is the bot of the table's settings.
 */
export interface Hand {
  type: 'hand'
  ref: number
  seat: number
  bot?: string
  answered?: number | null
}
/**
 * From the host: the lines of this speaker are refused, or accepted again.
 */
export interface Mute {
  type: 'mute'
  ref: number
  speaker: string
  muted?: boolean
}
/**
 * From the host: a spectator, or somebody at a table that has not begun, must leave.
 */
export interface Kick {
  type: 'kick'
  ref: number
  speaker: string
}
export interface Ping {
  type: 'ping'
  ref?: number
}
/**
 * POST /api/promises: the SHA-256 of a secret for a table that is opened next.
 */
export interface Commitment {
  commitment: string
}
/**
 * POST /api/channels/confirm: the token of the link in the first message.
 */
export interface ConfirmChannel {
  token: string
}
/**
 * GET /api/tables/{id}/course: numbers per seat over the plies of a finished game.
 */
export interface Course {
  plies: number[]
  measures: {
    [k: string]: number[][]
  }
  decisive?: Swing[]
}
/**
 * A choice of a finished game that changed what the bots expected.
 *
 *     `seat` gained most by it: its chance to win, as the bots value the table, was `before` some
 *     choices earlier and `after` some choices later. `choice` names it as the replay does.
 */
export interface Swing {
  ply: number
  seat: number
  before: number
  after: number
  choice?: string
}
/**
 * For games over days: each turn has the same time.
 */
export interface DaysClock {
  type: 'days'
  hours: number
  weekends_off?: boolean
  zone?: string
  pause_days?: number
  then?: 'bot' | 'default' | 'loss'
}
/**
 * POST /api/me/delete: the games stay, without the name. `name` confirms it: my name.
 */
export interface DeleteMe {
  name: string
}
/**
 * A titled group; `active` while its owner or its place is being played.
 *
 *     A `ring` lays its cards out in a circle. `place` says where an area of the scene stands on a
 *     wide screen: in the centre, beside it, below it, or in a drawer that is opened when needed
 *     (the drawers of other seats open from their names).
 */
export interface Panel {
  kind: 'panel'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  title: string
  children: (Panel | Card | Pile | Stat | Track | Hexmap | Piece | Die | Link | Note | Table)[]
  layout?: 'column' | 'grid' | 'ring' | 'row'
  columns?: number
  active?: boolean
  place?: 'below' | 'beside' | 'centre' | 'drawer'
}
/**
 * A short label on a thing: dormant, contested, in reach, trained.
 */
export interface Badge {
  label: string
  tone?: string
  icon?: string
}
/**
 * A card; a face-down card with an empty title is unknown to the viewer.
 *
 *     `active` means that it is being played, even if it cannot be chosen.
 */
export interface Card {
  kind: 'card'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  title?: string
  subtitle?: string
  text?: string
  values?: Value[]
  face_up?: boolean
  dim?: boolean
  active?: boolean
  pieces?: Piece[]
  rule?: string
}
/**
 * A labelled number on a card; `note` explains it (`5 + 3`).
 */
export interface Value {
  label: string
  value: number | string
  note?: string
  tone?: string
  icon?: string
}
/**
 * Identical pieces in one place: units, coins, cubes, tokens. `symbol` has up to 3 letters.
 */
export interface Piece {
  kind: 'piece'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  label: string
  count?: number
  symbol?: string
  text?: string
}
/**
 * A deck, a discard pile, a closed hand or a bag, with its known contents.
 */
export interface Pile {
  kind: 'pile'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  title: string
  count: number
  top?: Card | null
  contents?: Piece[]
}
/**
 * A number with a name: rubium 11, Combat 4 of 6.
 */
export interface Stat {
  kind: 'stat'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  label: string
  value: number | string
  max?: number | null
}
/**
 * A row of spaces with the pieces on them.
 */
export interface Track {
  kind: 'track'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  title: string
  spaces: Space[]
}
/**
 * One space of a track; `dim` when it is out of reach.
 */
export interface Space {
  kind: 'space'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  label: string
  text?: string
  dim?: boolean
  pieces?: Piece[]
}
/**
 * A map of hexes with a corner up, or with a side up if `flat`.
 */
export interface Hexmap {
  kind: 'hexmap'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  title: string
  cells: Cell[]
  links?: Link[]
  flat?: boolean
}
/**
 * A hex at axial (q, r): its name, its ground, and the `rule` that holds there.
 */
export interface Cell {
  kind: 'cell'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  q: number
  r: number
  label: string
  terrain?: string
  text?: string
  rule?: string
  pieces?: Piece[]
  highlights?: Badge[]
}
/**
 * A labelled line between two things; with `arrow` it points from source to target.
 */
export interface Link {
  kind: 'link'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  source: string
  target: string
  label?: string
  arrow?: boolean
}
/**
 * A die: its upper face and the effect of that face, what it needs, and its other faces.
 */
export interface Die {
  kind: 'die'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  face: string
  label?: string
  text?: string
  needs?: string
  sides?: number
  faces?: DieFace[]
}
/**
 * One face of a die and what it does.
 */
export interface DieFace {
  face: string
  text: string
}
/**
 * A sentence on the table.
 */
export interface Note {
  kind: 'note'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  text: string
}
/**
 * Rows and columns of short strings: comparisons, odds, reference sheets.
 */
export interface Table {
  kind: 'table'
  id: string
  touch?: string[]
  owner?: number | null
  tone?: string
  icon?: string
  badges?: Badge[]
  title: string
  columns: string[]
  rows: string[][]
}
/**
 * POST /api/tables/{id}/fork: play on from a ply of a finished game at a new table.
 *
 *     A fork has the cards of the finished game, which everybody can look up. So besides its host
 *     only bots and the people who played that game can sit there.
 */
export interface ForkTable {
  ply: number
  chairs: Chair[]
}
/**
 * The whole table as this observer sees it: the first answer to `hello`.
 *
 *     Afterwards the hall sends an `update` with the differences, or another whole frame to a client
 *     that was too slow for every step. The latest frame replaces all earlier ones.
 *
 *     `frame` is a bookmark for `Hello.have`: it says which lines of the log the client has. It never
 *     goes down, and stays the same if the table changes without a new line. The client keeps
 *     the first `log_from` lines of its log and appends `log`; after an undo, and when the end of
 *     the game shows everything, `log_from` is lower than before. Prompt, options and log are
 *     here and not in the scene.
 */
export interface Frame {
  type: 'frame'
  frame: number
  answered: number
  scene?: Scene | null
  prompt?: string
  options?: SceneOption[]
  anytime?: SceneOption[]
  log?: LogLine[]
  log_from?: number
  undoable?: number
  waiting?: number[]
  since?: number
  over?: boolean
  ending?: string
  lesson?: Guidance | null
  winners?: number[]
  remarks?: Remark[]
  clocks?: SeatClock[]
  orders?: OrdersInfo | null
  words?: string
}
/**
 * The table as one seat (or, with `viewer` None, a spectator) sees it.
 */
export interface Scene {
  title?: string
  subtitle?: string
  viewer?: number | null
  seats?: SeatInfo[]
  areas?: (Panel | Card | Pile | Stat | Track | Hexmap | Piece | Die | Link | Note | Table)[]
  prompt?: string
  tip?: string
  options?: SceneOption[]
  log?: string[]
  tones?: {
    [k: string]: string
  }
  labels?: {
    [k: string]: string
  }
}
/**
 * The public data of a seat; `colour` is a tone or #rrggbb, `mark` a letter for the seat.
 */
export interface SeatInfo {
  name: string
  colour?: string
  status?: string
  active?: boolean
  mark?: string
}
/**
 * An option of the viewer: its number, token and sentence, and the keys it refers to.
 *
 *     A `fatal` one loses the game at once; it is drawn as dangerous. A `costly` one gives up
 *     something of the viewer's own; it looks different from the others and is confirmed. A `noted`
 *     one says what it costs or leads to.
 */
export interface SceneOption {
  number: number
  token: string
  label: string
  targets?: string[]
  fatal?: boolean
  costly?: boolean
  noted?: boolean
}
/**
 * One event that the observer may know: its sentence, and the places if a card moves.
 *
 *     `frame` is the number of the line in the observer's own log, counted from 1. `about` holds
 *     the keys of what the sentence names; things of the scene have the same keys in `touch`.
 *     `heads` are the groups around the event, the outermost first; None: as for the line before.
 */
export interface LogLine {
  frame: number
  text?: string
  seat?: number | null
  about?: string[]
  heads?: Head[] | null
  dice?: string[]
  needs?: number
  card?: string
  source?: string
  target?: string
}
/**
 * A group of events: a turn, a phase or a battle; `seat` is its player, if it has one.
 */
export interface Head {
  text: string
  kind: string
  seat?: number | null
}
/**
 * What the coach says now. Pages are read one after the other.
 */
export interface Guidance {
  lesson: string
  title: string
  step: number
  steps: number
  situation: 'ask' | 'astray' | 'done' | 'missed' | 'watch'
  notice?: string
  pages?: string[]
  hint?: string
  rules?: string[]
  things?: string[]
  open?: number[] | null
  question?: boolean
}
/**
 * A line of the hall in the log, after this many of the observer's own lines.
 */
export interface Remark {
  after: number
  text: string
}
/**
 * The clock of one seat, as an observer may know it.
 *
 *     Times are those of the hall, whose clock `Presence.now` tells. The time that a seat uses to
 *     decide in secret shows only in its own clock; the clock that others see stands still meanwhile.
 */
export interface SeatClock {
  seat: number
  due?: number | null
  left?: number | null
  out?: boolean
  paused?: number | null
  pause_from?: number | null
}
/**
 * One's own orders. Nobody else is told of them.
 */
export interface OrdersInfo {
  offered?: OrderInfo[]
  standing?: string[]
  plan?: PlannedChoice[]
}
/**
 * A standing order that the game offers, and its sentence.
 */
export interface OrderInfo {
  id: string
  label: string
}
/**
 * An option on a plan, or one that could be.
 */
export interface PlannedChoice {
  token: string
  label: string
}
export interface Friend {
  id: string
  name: string
}
/**
 * GET /api/friends: my link, my friends, and whom I have blocked.
 */
export interface Friends {
  link: string
  friends: Friend[]
  blocked: Friend[]
}
/**
 * GET /api/games: what the lobby shows of a game.
 */
export interface GameInfo {
  id: string
  title: string
  blurb: string
  goal: string
  players: string
  minutes: string
  fewest: number
  most: number
  usual: number
  look: Look
  settings: SettingForm[]
  bots: BotInfo[]
  lessons?: LessonInfo[]
  puzzles?: PuzzleInfo[]
  packs?: {
    [k: string]: Look
  }
}
/**
 * The look of a game, available as `Game.look`.
 *
 *     `tones` are colours that its scenes use besides the common ones. `marks` are the letters of
 *     a seat, by the tone of the seat. `icons` maps the ids that scenes use in `icon` to drawings:
 *     `unit:human` is the key `human` of the section `[icons.unit]`. An empty name draws nothing.
 *     `stages` names the groups of events that are shown on a stage until they are read: battles.
 *     `moments` names kinds of things whose lines are shown on stage without a group of their own.
 *     `finds` names the kinds of things whose discovery on a stage is celebrated.
 */
export interface Look {
  palette: Palette
  cover: Cover
  tones?: {
    [k: string]: string
  }
  marks?: {
    [k: string]: string
  }
  icons?: {
    [k: string]: string
  }
  stages?: string[]
  moments?: string[]
  finds?: string[]
}
/**
 * `hue` tints panels and backgrounds; the other colours are written #rrggbb.
 */
export interface Palette {
  hue: number
  accent: Accent
  /**
   * @minItems 2
   * @maxItems 2
   */
  sky: [string, string]
  /**
   * @minItems 2
   * @maxItems 2
   */
  globe: [string, string]
}
/**
 * The colour of buttons and rule ids, legible in each theme.
 */
export interface Accent {
  dark: string
  light: string
}
/**
 * The picture in the lobby: a motif, and three icons in front of it (centre, left, right).
 */
export interface Cover {
  motif: 'city' | 'cracks' | 'hexes' | 'orbits' | 'rays'
  /**
   * @minItems 3
   * @maxItems 3
   */
  icons: [string, string, string]
}
/**
 * One option of a game as a form field.
 */
export interface SettingForm {
  id: string
  name: string
  help: string
  default: number | string | null
  choices?: Choice[]
  low?: number
  high?: number
  also?: number[]
  rule?: string
}
/**
 * A lesson of a game, in the order of its course.
 */
export interface LessonInfo {
  id: string
  title: string
  about: string
  minutes: number
  rules?: string[]
  guided?: boolean
}
/**
 * A position of a bot game with one best choice. It is played and remembered like a lesson.
 */
export interface PuzzleInfo {
  id: string
  title: string
  about: string
  hard?: boolean
}
/**
 * The results of a person in one game.
 */
export interface GameRecord {
  game: string
  title: string
  played: number
  won: number
  favourite_seat: number
  streak?: number
  best_streak?: number
  rated_games?: number
  rating?: number | null
  low?: number | null
  high?: number | null
}
/**
 * GET /api/health: the state of the hall; `lag_ms` is the worst lag since the last request.
 *
 *     Only the operator is told about the log: its growth shows that somebody chose in secret.
 */
export interface Health {
  tables: number
  sockets: number
  lag_ms: number
  groups?: number | null
  writes?: number | null
}
export interface Hint {
  type: 'hint'
  ref: number
  options: HintOption[]
  games: number
}
/**
 * An option, the chance to win between two bounds, and what it leads to.
 *
 *     `event` happens in this `share` of the imagined games. `gains` says of what the seat then has
 *     more or less. The first option is compared with the others, each other one with the first.
 */
export interface HintOption {
  number: number
  label: string
  chance: number
  low: number
  high: number
  event?: string
  share?: number
  gains?: Gain[]
}
/**
 * How much more of a measure a seat has.
 */
export interface Gain {
  measure: string
  more: number
}
/**
 * POST /api/me: a name; the browser keeps the rest in a cookie.
 */
export interface Introduce {
  name: string
}
/**
 * POST /api/tables/{id}/invite: a chair for a friend, who gets a message.
 */
export interface InviteFriend {
  friend: string
  seat: number
}
/**
 * POST /api/tables/{id}/join: an open chair, or the one of an invitation.
 *
 *     At a private table every chair needs its invitation.
 */
export interface JoinTable {
  seat?: number | null
  invitation?: string
  nonce?: string
}
/**
 * GET /api/games/{game}/ladder.
 */
export interface Ladder {
  lines: LadderLine[]
  fewest: number
  your_games?: number
}
/**
 * A rated player: the strength, and between which bounds it lies in 95 of 100 cases.
 */
export interface LadderLine {
  name: string
  rating: number
  low: number
  high: number
  games: number
  bot?: boolean
  you?: boolean
}
/**
 * GET /api/me/learning: the games somebody has played, and by game the finished lessons.
 */
export interface Learning {
  played?: string[]
  finished?: {
    [k: string]: string[]
  }
}
/**
 * For people who sit at the table together.
 */
export interface LiveClock {
  type: 'live'
  minutes: number
  seconds?: number
  then?: 'bot' | 'default' | 'loss'
}
/**
 * GET /api/lobby: my games, open tables, games to watch.
 *
 *     My games are sorted by how soon they need me: those that wait for me come first, and among
 *     them the one with the least time left.
 */
export interface Lobby {
  mine: TableInfo[]
  open: TableInfo[]
  watch: TableInfo[]
  invited?: TableInfo[]
  notice?: string
  now?: number
}
/**
 * GET /api/tables/{id}, and a line of the lobby.
 */
export interface TableInfo {
  id: string
  game: string
  title: string
  settings: {
    [k: string]: number | string
  }
  seats: SeatState[]
  status: 'over' | 'playing' | 'waiting'
  commitment: string
  started: number
  moved: number
  hints: boolean
  your_seat?: number | null
  your_turn?: boolean
  host?: boolean
  invitations?: {
    [k: string]: string
  }
  ending?: string
  mixed?: boolean
  private?: boolean
  forked?: string
  stand_in?: string
  stand_in_seconds?: number
  lesson?: string
  muted?: string[]
  hidden?: string[]
  rated?: boolean
  clock?: (LiveClock | DaysClock) | null
  due?: number | null
}
/**
 * A place at the table, as everybody sees it.
 */
export interface SeatState {
  seat: number
  name: string
  kind: 'bot' | 'friend' | 'open' | 'person' | 'program'
  bot?: string
  here?: boolean
  stand_in?: boolean
  resigned?: boolean
}
/**
 * GET /api/me. The phrase is sent only when it is created.
 */
export interface Me {
  id: string
  name: string
  phrase?: string | null
  language?: string
}
/**
 * The table right after a line of the log, as the observer saw it then.
 */
export interface Moment {
  type: 'moment'
  ref: number
  line: number
  scene: Scene
}
/**
 * POST /api/channels: an e-mail address, the subscription of a browser as JSON, or a URL.
 *
 *     Addresses and URLs get a message first; the link in it confirms them.
 */
export interface NewChannel {
  kind: 'apprise' | 'mail' | 'push'
  target: string
}
/**
 * POST /api/programs: a program that plays with a token of its own.
 *
 *     `observe` looks at tables, `play` joins them and chooses, `open` opens new ones.
 */
export interface NewProgram {
  name: string
  scopes: ('observe' | 'open' | 'play')[]
}
/**
 * GET /api/tables/{id}/observe, and the answer to an act: the table as a seat sees it.
 *
 *     `frame` says which lines of the log the client has: send it as `have` to get the lines since.
 *     Keep the first `log_from` lines and append `log`.
 */
export interface Observation {
  table: string
  game: string
  status: 'over' | 'playing' | 'waiting'
  seats: SeatState[]
  seat?: number | null
  frame?: number
  answered?: number
  prompt?: string
  options?: SceneOption[]
  anytime?: SceneOption[]
  waiting?: number[]
  clocks?: SeatClock[]
  now?: number
  log?: LogLine[]
  log_from?: number
  words?: string
  scene?: Scene | null
  wish?: Wish | null
  over?: boolean
  ending?: string
  result?: Result | null
  chain?: string
}
/**
 * Another seat wants to take back past the frontier, or to abort the game: agree or not.
 */
export interface Wish {
  type: 'wish'
  request: number
  seat: number
  what?: 'abort' | 'undo'
}
/**
 * How a game ended: rank 1 is best and may be shared; scores as the game counts them.
 *
 *     If the game beats everybody, there are no winners and the best rank is 2.
 */
export interface Result {
  ranks: number[]
  scores: number[]
  winners: number[]
  reason: string
}
/**
 * POST /api/tables.
 */
export interface OpenTable {
  game: string
  chairs: Chair[]
  settings?: {
    [k: string]: number | string
  }
  seed?: string
  promise?: string
  nonce?: string
  hints?: boolean
  private?: boolean
  stand_in?: string
  stand_in_seconds?: number | null
  rated?: boolean
  clock?: (LiveClock | DaysClock) | null
}
/**
 * A person with whom the owner of the page has played.
 */
export interface Opponent {
  name: string
  played: number
  won: number
}
/**
 * A thing that a section of the rules names, as scenes draw it.
 */
export interface Picture {
  name: string
  icon: string
}
export interface Plannable {
  type: 'plannable'
  ref: number
  options: PlannedChoice[]
}
export interface Pong {
  type: 'pong'
  ref?: number
}
export interface Presence {
  type: 'presence'
  seats: SeatState[]
  watching: number
  thinking?: number[]
  now?: number
}
/**
 * An error: what was wrong and what would be right.
 */
export interface Problem {
  error: string
  status?: number
  code?: string
}
/**
 * GET /api/profile, GET /api/pages/{token}: the opponents are sent only to the owner.
 */
export interface Profile {
  name: string
  games: GameRecord[]
  recent: RecentGame[]
  opponents?: Opponent[]
  mine?: boolean
  link?: string
}
/**
 * A finished game; `table` is empty if others may not look at it.
 */
export interface RecentGame {
  title: string
  game: string
  at: number
  place: number
  seats: number
  won?: boolean
  rated?: boolean
  table?: string
}
/**
 * GET /api/programs. The token is sent only when it is created.
 */
export interface ProgramInfo {
  id: string
  name: string
  scopes: ('observe' | 'open' | 'play')[]
  made: number
  token?: string | null
}
/**
 * GET /api/tables/{id}/proof: all that is needed to check a finished game without the hall.
 *
 *     All hashes are SHA-256 in hexadecimal digits, over lines joined by line feeds: `commitment` over
 *     `secret`; `seed` over `secret` and all `nonces`, if it is `mixed`, otherwise the seed is the
 *     last word of the secret; the first link over `secret` and `opening`; each of `hashes` over the
 *     one before it and its line. A line has number, seat, kind, time and what was chosen.
 */
export interface Proof {
  table: string
  commitment: string
  secret: string
  mixed: boolean
  nonces: string[]
  seed: string
  opening: string
  lines: string[]
  hashes: string[]
}
/**
 * GET /readyz, with status 200 or 503: can somebody play here now?
 */
export interface Readiness {
  ready: boolean
  database: boolean
  workers: boolean
}
export interface ReasonInfo {
  token: string
  label: string
  reason: string
  rule: string
  targets?: string[]
}
/**
 * Why-not answers: token, sentence with the rule id.
 */
export interface Reasons {
  type: 'reasons'
  ref: number
  reasons: ReasonInfo[]
}
/**
 * POST /api/me/recover: the phrase moves an identity to another device.
 */
export interface Recover {
  phrase: string
}
/**
 * Nothing was changed; the sentence says why. `ref` is 0 if the message had none.
 */
export interface Refused {
  type: 'refused'
  ref: number
  error: string
  code?: string
}
/**
 * GET /api/tables/{id}/replay?ply=&seat=: a finished game at any ply, from any seat.
 */
export interface ReplayFrame {
  ply: number
  plies: number
  scene: Scene
  choice?: string
}
/**
 * POST /api/tables/{id}/report: a line of the chat, for the operator.
 */
export interface Report {
  speaker: string
  at: number
  reason?: string
}
/**
 * GET /api/tables/{id}/review?seat=: the review of a seat, or how far it is.
 *
 *     POST starts it. It is made once, for those who played, and kept.
 */
export interface ReviewState {
  running?: boolean
  done?: number
  total?: number
  review?: Review | null
}
/**
 * A finished game as one seat experienced it.
 */
export interface Review {
  seat: number
  plies: number
  seed: number
  budget: number
  course: Point[]
  decisions: Judged[]
  costliest: number[]
  turning: Turning[]
  choice: number
  luck: number
  others: number
  result?: number | null
}
/**
 * The expectation of the seat at a ply.
 */
export interface Point {
  ply: number
  chance: number
}
/**
 * A decision of the seat, and what a strong bot says about it.
 */
export interface Judged {
  ply: number
  question: string
  chosen: string
  best: string
  expected: number
  after: number
  lost: number
  luck?: number
  others?: number
  worlds: number
  studied?: boolean
  leads?: Gain[]
}
/**
 * A point at which the expectation changed much.
 */
export interface Turning {
  ply: number
  cause: 'choice' | 'luck' | 'others'
  change: number
  told: string[]
}
/**
 * GET /api/games/{game}/rules: a heading and the text below it, in markdown.
 */
export interface RuleSection {
  heading: string
  level: number
  rules: RuleText[]
  pictures?: Picture[]
}
/**
 * One rule of the rule book; `id` is empty for text between rules.
 */
export interface RuleText {
  id: string
  text: string
  lesson?: string
  example?: string
}
/**
 * What has changed since the last frame or update that this socket got.
 *
 *     Fields that are left out have not changed. Together with what the client has, this makes a
 *     frame. Among the options, a number stands for an option that the client has.
 *
 *     A client that asked for `steps` gets them if what others did takes several lines. The first
 *     one changes the table that the client has, and `scene` changes the last one.
 */
export interface Update {
  type: 'update'
  frame?: number
  answered?: number
  steps?: Step[]
  scene?: SceneChange
  prompt?: string
  options?: (number | SceneOption)[]
  anytime?: SceneOption[]
  undoable?: number
  waiting?: number[]
  since?: number
  over?: boolean
  ending?: string
  lesson?: Guidance | null
  winners?: number[]
  remarks?: Remark[]
  clocks?: SeatClock[]
  orders?: OrdersInfo | null
  words?: string
  log?: LogLine[]
  log_from?: number
}
/**
 * The table right after a line of the log, as the differences from the step before it.
 */
export interface Step {
  line: number
  scene: SceneChange
}
/**
 * The changed fields of a scene, and of the things in it by their ids; null: left out now.
 *
 *     Where a field contains things (`areas` of the scene; `children`, `cells`, `links`, `spaces`,
 *     `pieces`, `contents` and `top` of a thing), a string is the id of a thing that the client has.
 */
export interface SceneChange {
  fields?: {}
  things?: {
    [k: string]: {}
  }
}
/**
 * POST /api/profile/share: a new link to my page, or none.
 */
export interface SharePage {
  on: boolean
}
/**
 * POST /api/me/language: the language in which the person reads, in every browser.
 */
export interface Speak {
  language: string
}
/**
 * A person who watches, for the host.
 */
export interface Spectator {
  speaker: string
  name: string
}
/**
 * POST /api/lessons: a lesson or a puzzle, where it was left or from its beginning.
 */
export interface TakeLesson {
  game: string
  lesson: string
  again?: boolean
}
/**
 * GET /api/tables/{id}/verify: what was proven about the seed of a finished game.
 */
export interface Verification {
  ok: boolean
  commitment: string
  seed: string
  sentence: string
}
export const TONES = {"neutral": "#5b6785", "grey": "#8b93a7", "white": "#e8ecf6", "black": "#161a24", "red": "#e5484d", "orange": "#f08c3a", "yellow": "#f2cf4a", "green": "#46b36b", "teal": "#2fb8ac", "blue": "#4f8df5", "violet": "#9b6cf0", "pink": "#e66fb4", "brown": "#a8754f"}
export const SEAT_COLOURS = ["#ff9800", "#25d4fd", "#803d98", "#1a7e69", "#ffd692", "#b72b08", "#8a61f9", "#ceeedf"]
export const PARTS = ["children", "cells", "links", "spaces", "pieces", "top", "contents"]
