// A live table: keeps the socket open, the latest frame, the log and the chat.

import { tick } from 'svelte'
import { passed, type Passed, updated } from './difference'
import { hall } from './hall.svelte'
import { Flight } from './motion'
import { Playback, type Step } from './playback.svelte'
import { sent } from './proof'
import type { Ack, ChatLine, ClientMessage, Frame, HintOption, LogLine, PlannedChoice, ReasonInfo, Scene, SceneOption, SeatState, ServerMessage, Wish } from './protocol'
import { play } from './sound'
import { summary } from './story'
import { language, t } from '../text'

const MOST_KEPT = 40 // scenes of the past, to look back at without asking for them

const GONE_FOR_GOOD = new Set([4401, 4404])

export class Live {
  frame = $state.raw<Frame | null>(null)
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  seats = $state.raw<SeatState[]>([])
  thinking = $state.raw<number[]>([])
  watching = $state(0)
  online = $state(false)
  current = $state(false) // the frame came over the connection that is open now
  closed = $state('')
  muted = $state.raw<string[]>([]) // speakers, as the host has set it
  hidden = $state.raw<string[]>([]) // speakers whom I have blocked
  busy = $state(false)
  pondering = $state(false)
  reasons = $state.raw<ReasonInfo[] | null>(null)
  hints = $state.raw<{ options: HintOption[]; games: number } | null>(null)
  plannable = $state.raw<PlannedChoice[] | null>(null) // options that can be on a plan
  refusal = $state('') // by the coach, in a lesson
  wish = $state.raw<Wish | null>(null)
  past = $state.raw<{ line: number; scene: Scene } | null>(null) // during a look back
  /** Called with every scene, even those that are skipped. */
  seen: (scene: Scene) => void = () => {}
  readonly playback = new Playback((step) => void this.#show(step), (lines) => this.#shown(lines))
  #socket: WebSocket | null = null
  #ref = 0
  #muting = new Map<number, { speaker: string; muted: boolean }>() // by ref, until it is done
  #made = new Map<number, { answered: number; what: string }>() // by ref: what was sent
  #choosing = 0
  #asked = -1
  #stopped = false
  #wait = 500
  #timer = 0
  #back = false // it has said hello: the next frame says what was missed
  #latest: Frame | null = null // the last one that came, shown or waiting
  #lines = 0 // of the log, with those that wait to be shown
  #scenes = new Map<number, Scene>() // by the number of lines that they show
  #tour = 0 // counts looks back: a new one ends the last one
  #looking = new Map<number, (scene: Scene) => void>() // by ref
  #steps: ('undo' | number)[] = [] // what is still to be sent, one at a time
  #before = 0 // answers when the last step was sent

  constructor(readonly id: string) {
    this.#connect()
  }

  /** Try again, though the hall has closed the socket for good: now there is a reason to. */
  reopen(): void {
    this.closed = ''
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.playback.stop()
    this.#socket?.close()
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`)
    this.#socket = socket
    socket.onopen = () => {
      this.online = true
      this.#wait = 500
      this.chat = []
      this.hello()
    }
    socket.onmessage = (event) => [JSON.parse(event.data)].flat().forEach((message) => this.#hear(message))
    socket.onclose = (event) => {
      this.online = this.current = false
      this.busy = false
      this.pondering = false
      this.#steps = []
      if (this.#stopped) return
      if (GONE_FOR_GOOD.has(event.code)) {
        this.closed = event.reason
        return
      }
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(this.#wait * 2, 10_000)
    }
  }

  /** Also called again if different data is wanted: the text, or the steps of what others do. */
  hello(): void {
    if (!this.past) this.playback.skip() // everything received must be in the log
    this.#back = true
    const have = this.log.length ? (this.frame?.frame ?? 0) : 0
    this.#send({ type: 'hello', have, wants: 'scene', words: hall.asText, steps: hall.speed !== 'once', together: true, language })
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'frame':
        this.#receive(message, message.log_from ?? 0, [], this.#back)
        this.#back = false
        this.current = true
        break
      case 'update':
        // Without `log_from` all lines stay, also those of frames that still wait to be shown.
        if (this.#latest) {
          const way = passed(this.#latest.scene, message.steps)
          this.#receive(updated(this.#latest, message, way), message.log_from ?? this.#lines, way)
        }
        break
      case 'moment':
        this.#looking.get(message.ref)?.(message.scene)
        this.#looking.delete(message.ref)
        break
      case 'chat':
        this.chat = [...this.chat, message]
        break
      case 'presence':
        this.seats = message.seats
        this.watching = message.watching
        this.thinking = message.thinking ?? []
        hall.setTime(message.now)
        break
      case 'ack':
        this.#receipt(message)
        this.#muted(message.ref)
        // On disk, but its effects may still be on their way; until they arrive there is nothing to choose.
        if (message.ref === this.#choosing && (this.frame?.answered ?? 0) >= message.answered) this.busy = false
        break
      case 'refused':
        this.#steps = []
        this.busy = false
        this.pondering = false
        if (this.frame?.lesson) this.refusal = message.error
        else hall.notice(message.error, true)
        play('refused')
        break
      case 'asked':
        hall.notice(t.othersAsked)
        break
      case 'reasons':
        this.reasons = message.reasons
        break
      case 'hint':
        this.pondering = false
        this.hints = { options: message.options, games: message.games }
        break
      case 'plannable':
        this.plannable = message.options
        break
      case 'wish':
        this.wish = message
        play('turn')
        break
    }
  }

  /**
   * A frame becomes steps, one for each told line, each with its own table if the hall has sent the
   * `way`. The effects of the player's own choice are shown at once, and so is anything missed; the
   * turns of the others can then be played back. `kept` lines stay.
   */
  #receive(came: Frame, kept: number, way: Passed[] = [], back = false): void {
    const before = this.#latest
    const frame = { ...came, log_from: kept }
    // Old lines come again after an undo and when the end shows everything. Only the lines on the
    // way are new then.
    const again = !before || kept < this.#lines
    const since = again ? (way[0]?.line ?? Infinity) : 0
    this.#latest = frame
    this.#lines = kept + (frame.log?.length ?? 0)
    const own = !!before && frame.answered > before.answered
    this.now()
    const steps = this.#stepsOf(frame, since, before?.scene, way)
    this.playback.add(steps.length ? steps : [{ frame }], !steps.length || own || back)
  }

  #stepsOf(frame: Frame, since: number, before: Scene | null | undefined, way: Passed[]): Step[] {
    const log = frame.log ?? []
    const lines = log.filter((line) => line.text && line.frame >= since)
    const last = lines.at(-1)
    return lines.map((line, i) => {
      const then = way.findLast((one) => one.line <= line.frame)?.scene ?? (way.length ? before : null)
      const scene = (line === last ? null : then) ?? frame.scene ?? undefined
      const [from, to] = [lines[i - 1]?.frame ?? since - 1, line === last ? Infinity : line.frame]
      const moves = log.filter((one) => one.frame > from && one.frame <= to)
      return { line, scene, moves, ...(i ? {} : { frame }) }
    })
  }

  async #show({ frame, scene, moves, past, line }: Step): Promise<void> {
    if (past && line) {
      const flight = hall.motion ? new Flight() : null
      this.past = { line: line.frame, scene: past }
      await tick()
      flight?.land([])
      return
    }
    const before = this.frame
    const next = frame ?? before
    if (!next) return
    const drawn = scene ?? next.scene
    if (drawn) this.seen(drawn)
    const flight = hall.motion && before?.scene && drawn && drawn !== before.scene ? new Flight() : null
    if (frame) this.#begin(frame)
    this.frame = { ...next, scene: drawn }
    if (before) {
      const mine = (f: Frame | null): boolean => !!f?.options?.length
      if (frame?.over && !before.over) play('over')
      else if (frame && mine(frame) && !mine(before)) play('turn')
      else if (moves?.length) play('move')
    }
    await tick()
    flight?.land(moves ?? [])
  }

  /** A frame takes the place of the last one. */
  #begin(frame: Frame): void {
    const again = (frame.log_from ?? 0) < this.log.length
    if (frame.answered !== this.#asked) this.busy = false
    this.reasons = null
    this.refusal = ''
    this.hints = null
    this.pondering = false
    this.wish = null
    this.log = [...this.log.slice(0, frame.log_from ?? 0), ...(frame.log ?? [])]
    this.#keep(again, frame.scene)
  }

  #keep(again: boolean, scene: Scene | null | undefined): void {
    if (again) this.#scenes.clear()
    if (scene) this.#scenes.set(this.log.length, scene)
    for (const old of [...this.#scenes.keys()].slice(0, -MOST_KEPT)) this.#scenes.delete(old)
  }

  #shown(lines: LogLine[]): void {
    if (this.#steps.length && this.frame?.answered !== this.#before) this.#step()
    this.#tell(lines)
  }

  #heard = false
  #remarks = 0 // of the hall that have been read
  /** The live region reads a summary of what was shown, and the question. */
  #tell(lines: LogLine[]): void {
    const frame = this.frame
    const first = !this.#heard
    this.#heard = true
    if (first) this.#remarks = frame?.remarks?.length ?? 0
    if (!frame || first || this.past) return
    const name = (seat: number): string => frame.scene?.seats?.[seat]?.name ?? ''
    const said = [summary(lines, frame.scene?.viewer ?? null, name, t.didThings)]
    said.push(...(frame.remarks ?? []).slice(this.#remarks).map((remark) => remark.text))
    this.#remarks = frame.remarks?.length ?? 0
    if (frame.options?.length) said.push(frame.prompt ?? '')
    if (frame.over) said.push(frame.ending ?? '')
    hall.said = said.filter(Boolean).join(' ')
  }

  // Looking back

  /** The table right after a line of the log. */
  async #sceneOf(line: number): Promise<Scene> {
    const kept = this.#scenes.get(line)
    if (kept) return kept
    const ref = ++this.#ref
    const found = await new Promise<Scene>((answer) => {
      this.#looking.set(ref, answer)
      this.#send({ type: 'look', ref, line })
    })
    this.#scenes.set(line, found)
    return found
  }

  /** Show the table of these lines, one after the other, each as soon as it has arrived. */
  async look(lines: LogLine[]): Promise<void> {
    this.now()
    this.playback.skip()
    const tour = ++this.#tour
    for (const line of lines) {
      const scene = await this.#sceneOf(line.frame)
      if (tour !== this.#tour) return
      this.playback.add([{ line, past: scene }])
    }
  }

  /** Back to the current table. */
  now(): void {
    this.#tour++
    if (!this.past) return
    this.playback.stop()
    this.past = null
  }

  /** Keep what the hall has acknowledged, for the proof after the game. */
  #receipt(ack: Ack): void {
    const made = this.#made.get(ack.ref)
    this.#made.delete(ack.ref)
    if (made && ack.chain) sent(this.id, made.answered, made.what, ack.chain)
  }

  choose(option: number): void {
    if (!this.frame || this.busy || this.past || this.playback.running) return
    this.busy = true
    this.#asked = this.frame.answered
    this.#choosing = ++this.#ref
    play('choose')
    this.#note(this.#choosing, this.frame.options, option)
    this.#send({ type: 'choose', ref: this.#choosing, answered: this.frame.answered, options: [option] })
  }

  #note(ref: number, options: SceneOption[] | undefined, option: number): void {
    const token = options?.find((one) => one.number === option)?.token
    if (token) this.#made.set(ref, { answered: this.frame?.answered ?? 0, what: token })
  }

  interject(option: number): void {
    this.#note(++this.#ref, this.frame?.anytime, option)
    this.#send({ type: 'interject', ref: this.#ref, option, answered: this.frame?.answered })
  }

  undo(): void {
    this.#made.set(++this.#ref, { answered: this.frame?.answered ?? 0, what: 'undo' })
    this.#send({ type: 'undo', ref: this.#ref, answered: this.frame?.answered })
  }

  /** Take back this many choices, then make these, to put down one of several marks. */
  rework(back: number, again: number[]): void {
    this.#steps = [...Array<'undo'>(back).fill('undo'), ...again]
    this.#step()
  }

  #step(): void {
    const step = this.#steps.shift()
    if (step === undefined || !this.frame) return
    this.#before = this.frame.answered
    if (step === 'undo') this.undo()
    else if (this.frame.options?.some((option) => option.number === step)) this.choose(step)
    else this.#steps = []
  }

  /** In a lesson: back to the beginning of the step. */
  again(): void {
    this.#send({ type: 'again', ref: ++this.#ref })
  }

  resign(): void {
    this.#send({ type: 'resign', ref: ++this.#ref })
  }

  /** What the table chooses for me from now on. */
  giveOrders(standing: string[], plan: string[]): void {
    this.#send({ type: 'orders', ref: ++this.#ref, standing, plan })
  }

  /** Everything that can be on a plan; requested once. */
  askPlannable(): void {
    if (!this.plannable) this.#send({ type: 'plannable', ref: ++this.#ref })
  }

  /** Let my clock stand still for some days. */
  pause(): void {
    this.#send({ type: 'pause', ref: ++this.#ref })
  }

  abort(): void {
    this.#send({ type: 'abort', ref: ++this.#ref })
  }

  consent(agreed: boolean): void {
    if (this.wish) this.#send({ type: 'consent', request: this.wish.request, agreed })
    this.wish = null
  }

  why(): void {
    this.#send({ type: 'why', ref: ++this.#ref })
  }

  hint(): void {
    this.pondering = true
    this.#send({ type: 'hint', ref: ++this.#ref })
  }

  say(text: string): void {
    this.#send({ type: 'chat', text })
  }

  mute(speaker: string, muted: boolean): void {
    this.#muting.set(++this.#ref, { speaker, muted })
    this.#send({ type: 'mute', ref: this.#ref, speaker, muted })
  }

  /** The hall has done it. */
  #muted(ref: number | undefined): void {
    const done = ref === undefined ? undefined : this.#muting.get(ref)
    if (!done) return
    const others = this.muted.filter((one) => one !== done.speaker)
    this.muted = done.muted ? [...others, done.speaker] : others
    this.#muting.delete(ref!)
  }

  kick(speaker: string): void {
    this.#send({ type: 'kick', ref: ++this.#ref, speaker })
  }

  hand(seat: number, bot: string): void {
    // A seat can be taken back at any time, even while the bot is about to answer for it.
    const answered = bot ? this.frame?.answered : undefined
    this.#send({ type: 'hand', ref: ++this.#ref, seat, bot, answered })
  }
}
