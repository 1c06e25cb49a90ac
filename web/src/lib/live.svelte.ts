// A live table: keeps the socket open, the latest frame, the log and the chat.

import { tick } from 'svelte'
import { updated } from './difference'
import { hall } from './hall.svelte'
import { Flight } from './motion'
import { sent } from './proof'
import type { Ack, ChatLine, ClientMessage, Frame, HintOption, LogLine, ReasonInfo, SceneOption, SeatState, ServerMessage } from './protocol'
import { play } from './sound'
import { en } from '../text/en'

// When bots answer at once, each of their moves stays long enough to be seen.
const SEEN_MS = 550
const MOST_WAITING = 5

const GONE_FOR_GOOD = new Set([4401, 4404])

export class Live {
  frame = $state.raw<Frame | null>(null)
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  seats = $state.raw<SeatState[]>([])
  thinking = $state.raw<number[]>([])
  watching = $state(0)
  online = $state(false)
  closed = $state('')
  busy = $state(false)
  pondering = $state(false)
  reasons = $state.raw<ReasonInfo[] | null>(null)
  hints = $state.raw<{ options: HintOption[]; games: number } | null>(null)
  wish = $state.raw<{ request: number; seat: number } | null>(null)
  #socket: WebSocket | null = null
  #ref = 0
  #made = new Map<number, { answered: number; what: string }>() // by ref: what was sent
  #choosing = 0
  #asked = -1
  #stopped = false
  #wait = 500
  #timer = 0
  #queue: Frame[] = []
  #latest: Frame | null = null
  #lines = 0
  #shown = -Infinity
  #pause = 0

  constructor(readonly id: string) {
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    clearTimeout(this.#pause)
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
      this.online = false
      this.busy = false
      this.pondering = false
      if (this.#stopped) return
      if (GONE_FOR_GOOD.has(event.code)) {
        this.closed = event.reason
        return
      }
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(this.#wait * 2, 10_000)
    }
  }

  /** Also asks again when the preference for the text has changed. */
  hello(): void {
    this.#drainAll()
    this.#send({ type: 'hello', have: this.log.length ? (this.frame?.frame ?? 0) : 0, wants: 'scene', words: hall.asText, together: true })
  }

  /** What has come must be in the log before the hall is told what one has. */
  #drainAll(): void {
    for (const frame of this.#queue.splice(0)) void this.#show(frame)
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'frame':
        this.#come(message, message.log_from ?? 0)
        break
      case 'update':
        // Without `log_from` all lines stay, also those of frames that still wait to be shown.
        if (this.#latest) this.#come(updated(this.#latest, message), message.log_from ?? this.#lines)
        break
      case 'chat':
        this.chat = [...this.chat, message]
        break
      case 'presence':
        this.seats = message.seats
        this.watching = message.watching
        this.thinking = message.thinking ?? []
        break
      case 'ack':
        this.#receipt(message)
        // On disk, but what it did may still be on its way: until then there is nothing to choose.
        if (message.ref === this.#choosing && (this.frame?.answered ?? 0) >= message.answered) this.busy = false
        break
      case 'refused':
        this.busy = false
        this.pondering = false
        hall.notice(message.error, true)
        play('refused')
        break
      case 'asked':
        hall.notice(en.undoAsked)
        break
      case 'reasons':
        this.reasons = message.reasons
        break
      case 'hint':
        this.pondering = false
        this.hints = { options: message.options, games: message.games }
        break
      case 'undo_wish':
        this.wish = { request: message.request, seat: message.seat }
        play('turn')
        break
    }
  }

  /** A new frame, which is shown in its turn; `kept` lines of the log stay. */
  #come(frame: Frame, kept: number): void {
    this.#lines = kept + (frame.log?.length ?? 0)
    this.#latest = { ...frame, log_from: kept }
    this.#queue.push(this.#latest)
    this.#drain()
  }

  #drain(): void {
    clearTimeout(this.#pause)
    while (this.#queue.length) {
      const wait = this.#shown + SEEN_MS - performance.now()
      if (hall.motion && !document.hidden && wait > 0 && this.#queue.length <= MOST_WAITING) {
        this.#pause = window.setTimeout(() => this.#drain(), wait)
        return
      }
      const frame = this.#queue.shift()!
      // What one's own choice did is shown at once; only what others do after it waits.
      this.#shown = frame.options?.length ? -Infinity : performance.now()
      void this.#show(frame)
    }
  }

  async #show(frame: Frame): Promise<void> {
    const before = this.frame
    // After an undo, and when the end shows everything, old lines come again: nothing moves then.
    const again = (frame.log_from ?? 0) < this.log.length
    const fresh = again ? [] : (frame.log ?? [])
    const flight = hall.motion && before?.scene && frame.scene ? new Flight() : null
    const mine = (f: Frame | null): boolean => !!f?.options?.length
    if (frame.answered !== this.#asked) this.busy = false
    this.reasons = null
    this.hints = null
    this.pondering = false
    this.wish = null
    this.log = [...this.log.slice(0, frame.log_from ?? 0), ...(frame.log ?? [])]
    this.frame = frame
    if (before) {
      const said = fresh.map((line) => line.text).filter(Boolean)
      if (mine(frame)) said.push(frame.prompt)
      if (frame.over && !before.over) said.push(frame.ending)
      hall.said = said.join(' ')
      if (frame.over && !before.over) play('over')
      else if (mine(frame) && !mine(before)) play('turn')
      else if (fresh.length) play('move')
    }
    await tick()
    if (flight) flight.land(fresh)
  }

  /** Keep what the hall has acknowledged, for the proof after the game. */
  #receipt(ack: Ack): void {
    const made = this.#made.get(ack.ref)
    this.#made.delete(ack.ref)
    if (made && ack.chain) sent(this.id, made.answered, made.what, ack.chain)
  }

  choose(option: number): void {
    if (!this.frame || this.busy) return
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

  mute(speaker: string): void {
    this.#send({ type: 'mute', ref: ++this.#ref, speaker })
  }

  kick(speaker: string): void {
    this.#send({ type: 'kick', ref: ++this.#ref, speaker })
  }

  hand(seat: number, bot: string): void {
    this.#send({ type: 'hand', ref: ++this.#ref, seat, bot, answered: this.frame?.answered })
  }
}
