import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hall } from '../src/lib/hall.svelte'
import { Live } from '../src/lib/live.svelte'
import { kept } from '../src/lib/proof'
import type { Frame, Scene, ServerMessage } from '../src/lib/protocol'

/** The socket of a browser, with the hall's end in the hands of the test. */
class Socket {
  static readonly OPEN = 1
  static all: Socket[] = []
  static get last(): Socket {
    return Socket.all.at(-1)!
  }
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number; reason: string }) => {}
  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  open(): void {
    this.readyState = Socket.OPEN
    this.onopen()
  }
  tell(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  close(code = 1006, reason = ''): void {
    this.readyState = 3
    this.onclose({ code, reason })
  }
}

const OPTIONS = [{ number: 5, token: 'take', label: 'Take' }]
const frame = (number: number, more: Partial<Frame> = {}): Frame => ({
  type: 'frame', frame: number, answered: 0, scene: { title: 'T' }, log_from: number - 1,
  log: [{ frame: number, text: `Line ${number}.` }], ...more,
})
const lines = (live: Live): (string | undefined)[] => live.log.map((line) => line.text)
let live: Live

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  hall.motion = false
  hall.speed = 'once'
  hall.asText = false
  hall.notices = []
  hall.said = ''
  live = new Live('abc')
  Socket.last.open()
})
afterEach(() => {
  live.stop()
  vi.useRealTimers()
})

describe('the connection', () => {
  test('says hello with what it has', () => {
    expect(Socket.last.url).toMatch(/^ws:.*\/api\/tables\/abc\/live$/)
    expect(Socket.last.sent).toEqual([{ type: 'hello', have: 0, wants: 'scene', words: false, steps: false, together: true, language: 'en' }])
    expect(live.online).toBe(true)
  })

  test('comes back by itself, ever more slowly, and goes on from its last frame', () => {
    Socket.last.tell(frame(3, { log_from: 0 }))
    Socket.last.close()
    expect(live.online).toBe(false)
    vi.advanceTimersByTime(499)
    expect(Socket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(Socket.all).toHaveLength(2)
    Socket.last.close()
    vi.advanceTimersByTime(999)
    expect(Socket.all).toHaveLength(2)
    vi.advanceTimersByTime(1)
    Socket.last.open()
    expect(Socket.last.sent[0]).toMatchObject({ type: 'hello', have: 3 })
    expect(lines(live)).toEqual(['Line 3.'])
  })

  test('shows what was before it was lost until the hall has answered', () => {
    Socket.last.tell(frame(3, { log_from: 0 }))
    expect(live.current).toBe(true)
    Socket.last.close()
    vi.advanceTimersByTime(500)
    Socket.last.open()
    expect([live.online, live.current]).toEqual([true, false])
    Socket.last.tell(frame(4))
    expect(live.current).toBe(true)
  })

  test.each([4401, 4404])('stays closed after %i, and says why', (code) => {
    Socket.last.close(code, 'There is no such table.')
    vi.advanceTimersByTime(60_000)
    expect(Socket.all).toHaveLength(1)
    expect(live.closed).toBe('There is no such table.')
  })

  test('stays closed when the page is left', () => {
    live.stop()
    vi.advanceTimersByTime(60_000)
    expect(Socket.all).toHaveLength(1)
  })
})

describe('the log', () => {
  test('grows by what is new', () => {
    Socket.last.tell(frame(1))
    Socket.last.tell(frame(2))
    expect(lines(live)).toEqual(['Line 1.', 'Line 2.'])
    expect(live.frame?.frame).toBe(2)
  })

  test('loses what was taken back', () => {
    for (const number of [1, 2, 3]) Socket.last.tell(frame(number))
    Socket.last.tell(frame(4, { log_from: 1, log: [{ frame: 2, text: 'Another line.' }] }))
    expect(lines(live)).toEqual(['Line 1.', 'Another line.'])
  })

  test('grows by the lines of updates, also while earlier ones wait to be shown', () => {
    hall.motion = true
    Socket.last.tell(frame(1))
    for (const number of [2, 3]) {
      Socket.last.tell({ type: 'update', frame: number, log: [{ frame: number, text: `Line ${number}.` }] })
    }
    vi.advanceTimersByTime(1100)
    expect(lines(live)).toEqual(['Line 1.', 'Line 2.', 'Line 3.'])
    expect(live.frame).toMatchObject({ type: 'frame', frame: 3, scene: { title: 'T' } })
    Socket.last.tell({ type: 'update', frame: 1_000_002, log: [{ frame: 2, text: 'Another.' }], log_from: 1 })
    vi.advanceTimersByTime(550)
    expect(lines(live)).toEqual(['Line 1.', 'Another.'])
  })

  test('is read out with the question, but not the first time and not again', () => {
    Socket.last.tell(frame(1))
    expect(hall.said).toBe('')
    Socket.last.tell(frame(2, { prompt: 'Your turn?', options: OPTIONS }))
    expect(hall.said).toBe('Line 2. Your turn?')
    Socket.last.tell(frame(2, { log_from: 0, log: [{ frame: 1, text: 'Line 1.' }] }))
    expect(hall.said).toBe('')
  })
})

describe('what others did', () => {
  const hex = (...pieces: string[]): Scene => ({ title: 'T', areas: [{ kind: 'panel', id: 'hex', title: '', children: pieces.map((id) => ({ kind: 'piece' as const, id, label: id })) }] })
  const pieces = (): string[] => live.frame!.scene!.areas!.flatMap((area) => (area.kind === 'panel' ? area.children.map((one) => one.id) : []))
  const ROLL = { frame: 2, text: 'Bot rolls.' }
  const DEATH = { frame: 3, text: 'Your human dies.' }
  const MOVE = { frame: 4, text: 'Bot moves in.' }
  const BATTLE: ServerMessage = {
    type: 'update', frame: 4, log: [ROLL, DEATH, MOVE],
    steps: [{ line: 2, scene: {} }, { line: 3, scene: { things: { hex: { children: [] } } } }],
    scene: { things: { hex: { children: [{ kind: 'piece', id: 'dragon' }] } } },
  }

  beforeEach(() => {
    hall.speed = 'normal'
    Socket.last.tell(frame(1, { scene: hex('human'), log_from: 0 }))
  })

  test('is asked for by whoever has it played back', () => {
    live.hello()
    expect(Socket.last.sent.at(-1)).toMatchObject({ type: 'hello', steps: true })
  })

  test('changes the table line by line', () => {
    Socket.last.tell(BATTLE)
    expect([live.playback.line, pieces()]).toEqual([ROLL, ['human']])
    live.playback.forward()
    expect([live.playback.line, pieces()]).toEqual([DEATH, []])
    live.playback.forward()
    expect([live.playback.line, pieces()]).toEqual([MOVE, ['dragon']])
    expect(lines(live)).toHaveLength(4)
  })

  test('leads to the same table when it is skipped', () => {
    Socket.last.tell(BATTLE)
    live.playback.skip()
    expect(pieces()).toEqual(['dragon'])
  })

  test('is played back at the end, too, where all lines come again', () => {
    const FIRST = { frame: 1, text: 'Line 1.' }
    Socket.last.tell({ ...BATTLE, over: true, log_from: 0, log: [FIRST, ROLL, DEATH, MOVE] })
    expect([live.playback.line, pieces()]).toEqual([ROLL, ['human']])
    vi.runAllTimers()
    expect([pieces(), lines(live)]).toEqual([['dragon'], ['Line 1.', 'Bot rolls.', 'Your human dies.', 'Bot moves in.']])
  })

  test('is not played back after a lost connection: it is the recap that tells it', () => {
    Socket.last.close()
    vi.advanceTimersByTime(500)
    Socket.last.open()
    Socket.last.tell(frame(3, { scene: hex('dragon'), log: [ROLL, DEATH], log_from: 1 }))
    expect([live.playback.running, pieces(), lines(live).length]).toEqual([false, ['dragon'], 3])
  })
})

describe('a choice', () => {
  beforeEach(() => Socket.last.tell(frame(1, { answered: 4, options: OPTIONS })))

  test('is sent once, with what had been answered', () => {
    live.choose(5)
    live.choose(5)
    expect(Socket.last.sent.slice(1)).toEqual([{ type: 'choose', ref: 1, answered: 4, options: [5] }])
    expect(live.busy).toBe(true)
  })

  test('is done when the table shows what it did', () => {
    live.choose(5)
    Socket.last.tell({ type: 'ack', ref: 1, answered: 5 })
    expect(live.busy).toBe(true)
    Socket.last.tell(frame(2, { answered: 5 }))
    expect(live.busy).toBe(false)
  })

  test('is done when it had been shown before it was acknowledged', () => {
    live.choose(5)
    Socket.last.tell(frame(2, { answered: 4 }))
    expect(live.busy).toBe(true)
    Socket.last.tell({ type: 'ack', ref: 1, answered: 4 })
    expect(live.busy).toBe(false)
  })

  test('is kept with its receipt, for the proof', () => {
    localStorage.setItem('starhall.proof.abc', JSON.stringify({ commitment: 'c', nonce: '', seat: 0, sent: {}, receipts: [] }))
    live.choose(5)
    Socket.last.tell({ type: 'ack', ref: 1, answered: 5, chain: 'hash' })
    expect(kept('abc')).toMatchObject({ sent: { 4: 'take' }, receipts: ['hash'] })
  })

  test('and its frame can come in one message', () => {
    live.choose(5)
    Socket.last.onmessage({ data: JSON.stringify([{ type: 'ack', ref: 1, answered: 5 }, frame(2, { answered: 5 })]) })
    expect([live.busy, live.frame?.frame]).toEqual([false, 2])
  })

  test('that is refused changes nothing but says why', () => {
    live.choose(5)
    Socket.last.tell({ type: 'refused', ref: 1, error: 'It is not your turn.' })
    expect(live.busy).toBe(false)
    expect(hall.notices.at(-1)).toMatchObject({ text: 'It is not your turn.', bad: true })
  })

  test('is not waited for when the connection is lost', () => {
    live.choose(5)
    Socket.last.close()
    expect(live.busy).toBe(false)
  })
})

describe('muting somebody', () => {
  test('counts when the hall has done it, and so does taking it back', () => {
    live.mute('a', true)
    live.mute('b', true)
    const [first, second] = Socket.last.sent.slice(-2)
    expect(first).toMatchObject({ type: 'mute', speaker: 'a', muted: true })
    expect(live.muted).toEqual([])
    Socket.last.tell({ type: 'ack', ref: second.ref as number, answered: 0 })
    expect(live.muted).toEqual(['b'])
    Socket.last.tell({ type: 'ack', ref: first.ref as number, answered: 0 })
    expect(live.muted).toEqual(['b', 'a'])
    live.mute('b', false)
    expect(live.muted).toEqual(['b', 'a'])
    Socket.last.tell({ type: 'ack', ref: Socket.last.sent.at(-1)!.ref as number, answered: 0 })
    expect(live.muted).toEqual(['a'])
  })
})

describe('moves of bots that come all at once', () => {
  beforeEach(() => {
    hall.speed = 'normal'
    Socket.last.tell(frame(1))
  })

  test('are shown one after the other, line by line', () => {
    Socket.last.tell(frame(2))
    Socket.last.tell(frame(4, { log_from: 2, log: [{ frame: 3, text: 'Line 3.' }, { frame: 4, text: 'Line 4.' }] }))
    expect([live.frame?.frame, live.playback.line?.text]).toEqual([2, 'Line 2.'])
    vi.advanceTimersToNextTimer()
    expect([live.frame?.frame, live.playback.line?.text]).toEqual([4, 'Line 3.'])
    vi.advanceTimersToNextTimer()
    expect([live.frame?.frame, live.playback.line?.text]).toEqual([4, 'Line 4.'])
    expect(live.playback.running).toBe(true)
    vi.advanceTimersToNextTimer()
    expect(live.playback.running).toBe(false)
  })

  test('are read out once, at the end', () => {
    Socket.last.tell(frame(2))
    Socket.last.tell(frame(3, { prompt: 'Your turn?', options: OPTIONS }))
    expect(hall.said).toBe('')
    vi.runAllTimers()
    expect(hall.said).toBe('Line 2. Line 3. Your turn?')
  })

  test('wait while nothing can be chosen', () => {
    Socket.last.tell(frame(2, { options: OPTIONS }))
    live.choose(5)
    expect(Socket.last.sent).toHaveLength(1)
    live.playback.skip()
    live.choose(5)
    expect(Socket.last.sent).toHaveLength(2)
  })

  test('are shown at once when they follow from one\'s own choice, or come again', () => {
    Socket.last.tell(frame(2, { answered: 1 }))
    expect(live.playback.running).toBe(false)
    Socket.last.tell(frame(1_000_001, { answered: 2, log_from: 0, log: [{ frame: 1, text: 'Line 1.' }] }))
    expect([live.playback.running, lines(live)]).toEqual([false, ['Line 1.']])
  })

  test('are all in the log before the hall is asked again', () => {
    Socket.last.tell(frame(2))
    Socket.last.tell(frame(3))
    live.hello()
    expect(lines(live)).toEqual(['Line 1.', 'Line 2.', 'Line 3.'])
    expect(Socket.last.sent.at(-1)).toMatchObject({ type: 'hello', have: 3 })
  })
})

describe('looking back', () => {
  beforeEach(() => {
    for (const number of [1, 2]) Socket.last.tell(frame(number, { scene: { title: `T${number}` } }))
  })

  test('shows scenes that came, and asks for others', async () => {
    await live.look([live.log[0]])
    expect([live.past?.scene.title, Socket.last.sent.length]).toEqual(['T1', 1])
    live.now()
    expect(live.past).toBeNull()
    const asked = live.look([{ frame: 9, text: 'Nine.' }])
    expect(Socket.last.sent.at(-1)).toMatchObject({ type: 'look', line: 9 })
    Socket.last.tell({ type: 'moment', ref: 1, line: 9, scene: { title: 'T9' } })
    await asked
    expect(live.past?.scene.title).toBe('T9')
  })

  test('chooses nothing, and ends when something happens', async () => {
    Socket.last.tell(frame(3, { options: OPTIONS }))
    await live.look([live.log[0]])
    live.choose(5)
    expect(Socket.last.sent).toHaveLength(1)
    Socket.last.tell(frame(4))
    expect(live.past).toBeNull()
  })
})

test('reasons, hints and wishes last until the table changes', () => {
  live.why()
  live.hint()
  expect(live.pondering).toBe(true)
  Socket.last.tell({ type: 'reasons', ref: 1, reasons: [{ token: 't', label: 'l', reason: 'r', rule: 'XX-1' }] })
  Socket.last.tell({ type: 'hint', ref: 2, options: [{ number: 5, label: 'Take', chance: 0.5, low: 0.4, high: 0.6 }], games: 40 })
  Socket.last.tell({ type: 'wish', request: 9, seat: 1 })
  expect([live.reasons?.length, live.hints?.games, live.wish, live.pondering]).toEqual([1, 40, { type: 'wish', request: 9, seat: 1 }, false])
  Socket.last.tell(frame(1))
  expect([live.reasons, live.hints, live.wish]).toEqual([null, null, null])
})

test('a wish is answered once', () => {
  Socket.last.tell({ type: 'wish', request: 9, seat: 1 })
  live.consent(true)
  live.consent(false)
  expect(Socket.last.sent.slice(1)).toEqual([{ type: 'consent', request: 9, agreed: true }])
})

test('who is there, who thinks and what is said is shown', () => {
  Socket.last.tell({ type: 'presence', seats: [{ seat: 0, name: 'Ann', kind: 'person', here: true }], watching: 2, thinking: [1] })
  expect([live.seats[0].name, live.watching, live.thinking]).toEqual(['Ann', 2, [1]])
  Socket.last.tell({ type: 'presence', seats: [], watching: 0 })
  expect(live.thinking).toEqual([])
  Socket.last.tell({ type: 'chat', seat: 0, name: 'Ann', text: 'Hello!', at: 1 })
  expect(live.chat.map((line) => line.text)).toEqual(['Hello!'])
})

test('all else is sent as the protocol says, with a ref of its own', () => {
  Socket.last.tell(frame(1, { answered: 6 }))
  live.undo()
  live.interject(8)
  live.hand(1, 'normal')
  live.say('Hi')
  expect(Socket.last.sent.slice(1)).toEqual([
    { type: 'undo', ref: 1, answered: 6 },
    { type: 'interject', ref: 2, option: 8, answered: 6 },
    { type: 'hand', ref: 3, seat: 1, bot: 'normal', answered: 6 },
    { type: 'chat', text: 'Hi' },
  ])
})

test('one of several marks is put down: back, then the others again, one at a time', () => {
  const mark = (number: number) => ({ number, token: `mark u${number}`, label: '' })
  Socket.last.tell(frame(1, { answered: 8, options: [mark(3)] }))
  live.rework(2, [2])
  expect(Socket.last.sent.slice(1)).toEqual([{ type: 'undo', ref: 1, answered: 8 }])
  Socket.last.tell(frame(2, { answered: 8, options: [mark(3)] })) // somebody else did something
  expect(Socket.last.sent).toHaveLength(2)
  Socket.last.tell(frame(3, { answered: 7, options: [mark(2), mark(3)] }))
  Socket.last.tell(frame(4, { answered: 6, options: [mark(1), mark(2), mark(3)] }))
  Socket.last.tell(frame(5, { answered: 7, options: [mark(1), mark(3)] }))
  expect(Socket.last.sent.slice(2)).toEqual([
    { type: 'undo', ref: 2, answered: 7 },
    { type: 'choose', ref: 3, answered: 6, options: [2] },
  ])
})

test('a refusal ends what was still to be sent', () => {
  Socket.last.tell(frame(1, { answered: 8, options: OPTIONS }))
  live.rework(1, [5])
  Socket.last.tell({ type: 'refused', ref: 1, error: 'No.' })
  Socket.last.tell(frame(2, { answered: 7, options: OPTIONS }))
  expect(Socket.last.sent.slice(1)).toHaveLength(1)
})
