import { describe, expect, test } from 'vitest'
import type { Head, LogLine } from '../src/lib/protocol'
import { concerns, duel, moments, sinceLastTurn, stages, summary, told, turns } from '../src/lib/story'

const turn = (seat: number): Head => ({ text: `Turn of ${seat}`, kind: 'turn', seat })
const phase: Head = { text: 'Movement', kind: 'movement' }
const round: Head = { text: 'Round 2', kind: 'round' }
let count = 0
const line = (seat: number | undefined, heads?: Head[], ...about: string[]): LogLine => ({ frame: ++count, text: `Line ${count}.`, seat, heads, about })

test('headings last until others come', () => {
  const log = [line(0, [round, turn(0)]), line(0), line(0, [round, turn(0), phase])]
  expect(told(log).map(({ heads }) => heads.length)).toEqual([2, 2, 3])
})

test('lines stand under the turn they belong to; those without words are left out', () => {
  const log = [line(0, [round, turn(0)]), { frame: 2 }, line(0, [round, turn(0), phase]), line(1, [round, turn(1)]), line(undefined, [round])]
  expect(turns(log).map((one) => [one.title, one.seat, one.lines.length])).toEqual([
    ['Turn of 0', 0, 2], ['Turn of 1', 1, 1], ['Round 2', null, 1],
  ])
})

describe('since my last turn', () => {
  const log = [
    line(0, [turn(0)]), line(1, [turn(1)], 'seat:1'), line(2, [turn(2)], 'seat:2', 'seat:0'), line(0, [turn(0)], 'seat:0'),
  ]

  test('are the turns of the others, those that concern me first', () => {
    expect(sinceLastTurn(log, 0).map((one) => one.seat)).toEqual([2, 1])
    expect(sinceLastTurn(log.slice(0, 3), 0).map((one) => one.seat)).toEqual([2, 1])
  })

  test('is nothing for a spectator, or where nobody else plays', () => {
    expect(sinceLastTurn(log, null)).toEqual([])
    expect(sinceLastTurn([line(0, [turn(0)])], 0)).toEqual([])
  })

  test('what I do to myself does not concern me', () => {
    expect(concerns(log[3], 0, 0)).toBe(false)
    expect(concerns(log[2], 0, 2)).toBe(true)
    expect(concerns(line(0, [round], 'seat:0'), 0, null)).toBe(false)
    expect(concerns(line(undefined, [round], 'seat:0'), 0, null)).toBe(false)
    expect(concerns(line(1, [round], 'seat:0'), 0, null)).toBe(true)
  })

  test('are one turn each, however they are told', () => {
    const pieces = [line(0, [turn(0)]), line(1, [turn(1)]), line(2, [turn(2)]), line(1, [turn(1)])]
    expect(sinceLastTurn(pieces, 0).map((one) => [one.seat, one.lines.length])).toEqual([[1, 2], [2, 1]])
  })
})

describe('the summary to listen to', () => {
  const name = (seat: number): string => ['Ann', 'Vega', 'Rigel'][seat]
  const many = (who: string, n: number): string => `${who}: ${n} events.`

  test('reads a few lines whole', () => {
    expect(summary([{ frame: 1, text: 'One.' }, { frame: 2 }, { frame: 3, text: 'Three.' }], 0, name, many)).toBe('One. Three.')
  })

  test('counts many, and reads what concerned me and the last one', () => {
    const log = Array.from({ length: 9 }, (_, i) => ({ frame: i, text: `Line ${i}.`, seat: i < 6 ? 1 : 2, about: i === 4 ? ['seat:0'] : [] }))
    expect(summary(log, 0, name, many)).toBe('Vega: 6 events. Rigel: 3 events. Line 4. Line 8.')
  })
})

describe('a moment', () => {
  const log = [
    line(1, [turn(1)], 'seat:1'), line(1, undefined, 'token:a'), line(undefined, undefined, 'token:a'), line(2, undefined, 'unit:x'),
    line(undefined, undefined, 'fallen:abyss'), line(undefined), line(1, undefined, 'seat:1'), line(2, [turn(2)]),
  ]

  test('lasts from its first line to its last, with what happens by itself then', () => {
    expect(moments(log, ['token', 'fallen'])).toMatchObject([{ key: log[1].frame, lines: log.slice(1, 6), done: true }])
    expect(moments(log, ['token', 'fallen'], log[2].frame)[0].lines).toEqual(log.slice(1, 3))
    expect(moments(log, ['weapon'])).toEqual([])
  })

  test('is named after what nobody did', () => {
    expect(moments(log, ['token', 'fallen'])[0].head.text).toBe(log[2].text)
  })

  test('ends with its heading, and when other things happen for long', () => {
    const long = [line(1, undefined, 'token:a'), ...Array.from({ length: 10 }, () => line(1)), line(1, undefined, 'token:b'), line(2, [turn(2)], 'token:c')]
    expect(moments(long, ['token']).map((one) => one.lines.length)).toEqual([1, 1, 1])
  })
})

describe('what is on stage', () => {
  const battle: Head = { text: 'Ann attacks Vega', kind: 'battle', seat: 0 }
  const log = [line(0, [turn(0)]), line(0, [turn(0), battle]), line(1), line(0, [turn(0)])]

  test('grows line by line, and is done when the story goes on', () => {
    expect(stages(log, ['battle'], log[0].frame)).toEqual([])
    expect(stages(log, ['battle'], log[2].frame)).toMatchObject([{ key: log[1].frame, done: false }])
    expect(stages(log, ['battle'])).toMatchObject([{ lines: [log[1], log[2]], done: true }])
    expect(stages(log, ['search'])).toEqual([])
  })

  test('several follow each other', () => {
    const second: Head = { ...battle, text: 'Ann attacks Rigel' }
    const log = [line(0, [turn(0), battle]), line(0, [turn(0), second]), line(0)]
    expect(stages(log, ['battle']).map((one) => [one.lines.length, one.done])).toEqual([[1, true], [2, false]])
  })

  test('battles of turns side by side are told in pieces and shown whole', () => {
    const other: Head = { text: 'Rigel attacks Mira', kind: 'battle', seat: 2 }
    const log = [line(0, [turn(0), battle]), line(2, [turn(2), other]), line(1, [turn(0), battle]), line(2, [turn(2)])]
    expect(stages(log, ['battle']).map((one) => [one.lines.length, one.done])).toEqual([[2, false], [1, true]])
  })
})

describe('two sides that face each other', () => {
  const say = (seat: number, text: string, ...about: string[]): LogLine => ({ frame: ++count, seat, text, about })
  const NAMES = ['Saboteur', 'Marshal', 'Node']
  const named = (text: string): string[] => text.split(/[ ,.]+/).filter((word) => NAMES.includes(word))
  const attack = say(2, 'Rigel attacks with Marshal and Marshal in lanes 1 and 2.', 'seat:2', 'seat:0', 'unit:marshal', 'lane:1', 'lane:2')
  const reveal = say(0, 'Ann reveals Saboteur and Node in lanes 1 and 2.', 'seat:0', 'unit:saboteur', 'unit:node', 'lane:1', 'lane:2')
  const won = say(0, 'Ann wins lane 2, 9 against 4.', 'seat:0', 'lane:2')
  const over = say(0, 'Ann loses Node.', 'seat:0', 'unit:node')

  test('stand in columns, equal cards too, with who won there; the rest is told below', () => {
    const found = duel([attack, reveal, won, over], named)!
    expect(found.sides).toEqual([2, 0])
    expect(found.columns.map(({ key, cards, winner }) => [key, cards.get(2), cards.get(0), winner])).toEqual([
      ['lane:1', ['Marshal'], ['Saboteur'], null], ['lane:2', ['Marshal'], ['Node'], 0],
    ])
    expect(found.columns[1].result).toBe(won.text)
    expect(found.rest).toEqual([over])
  })

  test('a side that has nobody there is a side too', () => {
    const found = duel([attack], named)!
    expect(found.sides).toEqual([2, 0])
    expect(found.columns.map(({ cards }) => cards.get(0))).toEqual([undefined, undefined])
  })

  test('an exchange moves the cards of one side', () => {
    const found = duel([attack, reveal, say(0, 'Ann exchanges lanes 1 and 2.', 'seat:0', 'lane:1', 'lane:2')], named)!
    expect(found.columns.map(({ cards }) => cards.get(0))).toEqual([['Node'], ['Saboteur']])
    expect(found.columns.map(({ cards }) => cards.get(2))).toEqual([['Marshal'], ['Marshal']])
  })

  test('a fight in one place is told line by line', () => {
    expect(duel([say(0, 'Ann loses Node here.', 'seat:0', 'unit:node', 'hex:a'), say(1, 'Vega loses Node here.', 'seat:1', 'unit:node', 'hex:a')], named)).toBeNull()
  })
})
