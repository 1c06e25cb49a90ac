// A live table: keeps the socket open, the latest frame, the log and the chat.

import { tick } from 'svelte'
import { hall } from './hall.svelte'
import { Flight } from './motion'
import type { ChatLine, Frame, HintOption, LogLine, ReasonInfo, SeatState, ServerMessage } from './protocol'
import { play } from './sound'
import { en } from '../text/en'

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
  reasons = $state.raw<ReasonInfo[] | null>(null)
  hints = $state.raw<{ options: HintOption[]; games: number } | null>(null)
  wish = $state.raw<{ request: number; seat: number } | null>(null)
  #socket: WebSocket | null = null
  #ref = 0
  #choosing = 0
  #stopped = false
  #wait = 500
  #timer = 0

  constructor(readonly id: string) {
    this.#connect()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
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
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data))
    socket.onclose = (event) => {
      this.online = false
      this.busy = false
      if (this.#stopped) return
      if (GONE_FOR_GOOD.has(event.code)) {
        this.closed = event.reason
        return
      }
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(this.#wait * 2, 10_000)
    }
  }

  /** Also asks anew when the wish for words has changed. */
  hello(): void {
    this.#send({ type: 'hello', have: this.log.length ? (this.frame?.frame ?? 0) : 0, wants: 'scene', words: hall.asText })
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'frame':
        void this.#show(message)
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
        if (message.ref === this.#choosing) this.busy = false
        break
      case 'refused':
        this.busy = false
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
        this.hints = { options: message.options, games: message.games }
        break
      case 'undo_wish':
        this.wish = { request: message.request, seat: message.seat }
        play('turn')
        break
    }
  }

  async #show(frame: Frame): Promise<void> {
    const before = this.frame
    const fresh = frame.log ?? []
    const flight = hall.motion && before?.scene && frame.scene ? new Flight() : null
    const mine = (f: Frame | null): boolean => !!f?.options?.length
    this.busy = false
    this.reasons = null
    this.hints = null
    this.wish = null
    this.log = [...this.log.slice(0, frame.log_from ?? 0), ...fresh]
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

  choose(option: number): void {
    if (!this.frame || this.busy) return
    this.busy = true
    this.#choosing = ++this.#ref
    play('choose')
    this.#send({ type: 'choose', ref: this.#choosing, answered: this.frame.answered, options: [option] })
  }

  interject(option: number): void {
    this.#send({ type: 'interject', ref: ++this.#ref, option })
  }

  undo(): void {
    this.#send({ type: 'undo', ref: ++this.#ref })
  }

  consent(agreed: boolean): void {
    if (this.wish) this.#send({ type: 'consent', request: this.wish.request, agreed })
    this.wish = null
  }

  why(): void {
    this.#send({ type: 'why', ref: ++this.#ref })
  }

  hint(): void {
    this.#send({ type: 'hint', ref: ++this.#ref })
  }

  say(text: string): void {
    this.#send({ type: 'chat', text })
  }

  hand(seat: number, bot: string): void {
    this.#send({ type: 'hand', ref: ++this.#ref, seat, bot })
  }
}
