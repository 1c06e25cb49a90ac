import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '../src/lib/api'
import { check, digest, type Finding, kept, type Kept, sent, see } from '../src/lib/proof'
import type { Proof, TableInfo } from '../src/lib/protocol'
import { answers, asked } from './browser'

const LINES = ['0 0 choice 1.5 take:1', '1 1 choice 2.5 pass', '2 0 undo 3.5 0', '3 0 choice 4.5 take:2']

async function honest(): Promise<[Proof, Kept]> {
  const secret = 'a secret'
  const nonces = ['mine', 'theirs']
  const opening = 't cyberstrife {}'
  const hashes: string[] = []
  let last = await digest(secret, opening)
  for (const line of LINES) hashes.push((last = await digest(last, line)))
  const commitment = await digest(secret)
  const seed = await digest(secret, ...nonces)
  return [
    { table: 't', commitment, secret, mixed: true, nonces, seed, opening, lines: LINES, hashes },
    { commitment, nonce: 'mine', seat: 0, sent: { 0: 'take:1', 1: 'undo', 2: 'take:2' }, receipts: [hashes[0], hashes[3]] },
  ]
}

/** The chain over other lines, as somebody who changed them would make it. */
async function forged(proof: Proof, lines: string[]): Promise<Proof> {
  const hashes: string[] = []
  let last = await digest(proof.secret, proof.opening)
  for (const line of lines) hashes.push((last = await digest(last, line)))
  return { ...proof, lines, hashes }
}

const wrong = (found: Finding[]): string[] => found.filter((one) => one.holds === false).map((one) => one.what)

describe('the proof of a game', () => {
  test('holds when nothing was changed', async () => {
    const found = await check(...(await honest()))
    expect(found.every((one) => one.holds)).toBe(true)
    expect(found).toHaveLength(7)
  })

  test('notices another secret, even with a commitment that fits it', async () => {
    const [proof, mine] = await honest()
    const secret = 'another'
    const other = { ...proof, secret, commitment: await digest(secret), seed: await digest(secret, ...proof.nonces) }
    expect(wrong(await check(other, mine))).toContain('commitment')
    expect(wrong(await check({ ...proof, secret }, mine))).toContain('commitment')
  })

  test('notices a changed seed, and a nonce that was left out', async () => {
    const [proof, mine] = await honest()
    expect(wrong(await check({ ...proof, seed: '00' }, mine))).toEqual(['seed'])
    const nonces = ['', 'theirs']
    const without = { ...proof, nonces, seed: await digest(proof.secret, ...nonces) }
    expect(wrong(await check(without, mine))).toEqual(['nonce'])
  })

  test('notices a changed and a dropped entry, and says which', async () => {
    const [proof, mine] = await honest()
    const changed = { ...proof, lines: LINES.with(1, '1 1 choice 2.5 take:9') }
    expect((await check(changed, mine)).find((one) => one.what === 'log')).toEqual({ what: 'log', holds: false, entry: 1 })
    const dropped = { ...proof, lines: LINES.toSpliced(1, 1), hashes: proof.hashes.toSpliced(1, 1) }
    expect((await check(dropped, mine)).find((one) => one.what === 'log')).toMatchObject({ holds: false, entry: 1 })
  })

  test('notices a log that was written again as a whole', async () => {
    const [proof, mine] = await honest()
    const others = await forged(proof, LINES.with(1, '1 1 choice 2.5 take:9'))
    expect(wrong(await check(others, mine))).toEqual(['receipts'])
    const own = await forged(proof, LINES.with(3, '3 0 choice 4.5 take:7'))
    const found = await check(own, { ...mine, receipts: [] })
    expect(wrong(found)).toEqual(['choices'])
    expect(found.at(-1)!.entry).toBe(3)
    const cut = await forged(proof, LINES.slice(0, 3))
    expect(wrong(await check(cut, { ...mine, receipts: [] }))).toEqual(['choices'])
  })

  test('counts only the answers of a seat, not its orders or what its clock did', async () => {
    const [proof, mine] = await honest()
    const more = ['0 0 orders 0.5 {"plan":[]}', '1 0 time 0.6 default', ...LINES.map((line) => line.replace(/^\d+/, (n) => String(Number(n) + 2)))]
    expect(wrong(await check(await forged(proof, more), { ...mine, receipts: [] }))).toEqual([])
  })

  test('does not claim what this browser cannot know', async () => {
    const [proof] = await honest()
    const holds = Object.fromEntries((await check(proof, null)).map((one) => [one.what, one.holds]))
    expect(holds).toEqual({ commitment: null, luck: true, nonce: null, seed: true, log: true, receipts: null, choices: null })
  })

  test('of a chosen seed: it was fixed before', async () => {
    const [proof, mine] = await honest()
    const chosen = { ...proof, mixed: false, secret: 'x 1234', seed: '1234', commitment: await digest('x 1234') }
    expect((await check(chosen, null)).find((one) => one.what === 'seed')?.holds).toBe(true)
    expect((await check(chosen, null)).find((one) => one.what === 'luck')?.holds).toBeNull()
    expect(wrong(await check({ ...chosen, seed: '99' }, null))).toEqual(expect.arrayContaining(['seed']))
    expect(mine.seat).toBe(0)
  })
})

describe('what a browser keeps', () => {
  const info = (more: Partial<TableInfo> = {}): TableInfo => ({
    id: 't', game: 'g', title: 'G', settings: {}, seats: [], status: 'waiting', commitment: 'first', started: 0, moved: 0,
    hints: false, stand_in: '', stand_in_seconds: 0, ...more,
  })
  beforeEach(() => localStorage.clear())

  test('is the first commitment it saw', () => {
    see(info())
    see(info({ commitment: 'second', your_seat: 1 }))
    expect(kept('t')).toMatchObject({ commitment: 'first', seat: 1 })
  })

  test('is what it sent, and the receipts', () => {
    see(info({ your_seat: 0 }))
    sent('t', 0, 'take:1', 'abc')
    sent('t', 1, 'undo', 'def')
    expect(kept('t')).toMatchObject({ sent: { 0: 'take:1', 1: 'undo' }, receipts: ['abc', 'def'] })
  })

  test('is the nonce that it added after the hall had committed itself', async () => {
    answers.set('/api/promises', { commitment: 'promised' })
    answers.set('/api/tables', info({ commitment: 'promised', your_seat: 0, mixed: true }))
    await api.open({ game: 'g', chairs: [] })
    expect(asked).toEqual(['/api/promises', '/api/tables'])
    expect(kept('t')).toMatchObject({ commitment: 'promised', seat: 0 })
    expect(kept('t')!.nonce).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is the commitment of the table where the seed was chosen, and no nonce', async () => {
    answers.set('/api/promises', { commitment: 'promised' })
    answers.set('/api/tables', info({ commitment: 'of the seed', your_seat: 0 }))
    await api.open({ game: 'g', chairs: [] })
    expect(kept('t')).toMatchObject({ commitment: 'of the seed', nonce: '' })
  })
})
