// The proof of a game, checked in the browser: what the hall showed before, and what it shows now.
// The counterpart is src/starhall/server/proof.py; docs/security.md says what is proven and what is not.

import type { Proof, TableInfo } from './protocol'
import { t } from '../text'

/** What this browser keeps of a table, so that nobody can tell it something else later. */
export interface Kept {
  commitment: string
  nonce: string
  seat: number | null
  sent: Record<number, string> // by the number of the seat's answer: what was chosen
  receipts: string[] // hashes of the log that came with acknowledgements
}

export interface Finding {
  what: 'commitment' | 'luck' | 'nonce' | 'seed' | 'log' | 'receipts' | 'choices'
  holds: boolean | null // null: this browser cannot tell
  entry?: number // the first entry of the log that is wrong
}

const KEY = 'starhall.proof.'
const ANSWERS = new Set(['choice', 'undo']) // the kinds of entries that answers of a seat have
const MOST_RECEIPTS = 20
const MOST_TABLES = 200

export async function digest(...lines: string[]): Promise<string> {
  if (!crypto.subtle) throw new Error(t.proof.insecure)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function kept(table: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + table) ?? 'null')
  } catch {
    return null
  }
}

export function keep(table: string, what: Kept): void {
  try {
    localStorage.setItem(KEY + table, JSON.stringify(what))
    const tables = Object.keys(localStorage).filter((key) => key.startsWith(KEY))
    for (const old of tables.slice(0, Math.max(0, tables.length - MOST_TABLES))) {
      if (old !== KEY + table) localStorage.removeItem(old)
    }
  } catch {
    // Without storage there is less to check later; the game itself does not need it.
  }
}

/** The player has sat down; from now on the nonce counts. */
export function satDown(info: TableInfo, commitment: string, nonce: string): TableInfo {
  // If the seed was chosen, the table says so: the commitment is different, and the nonce is not used.
  const mine = info.mixed ? { commitment, nonce } : { commitment: info.commitment, nonce: '' }
  keep(info.id, { ...mine, seat: info.your_seat ?? null, sent: {}, receipts: [] })
  return info
}

/** The first commitment seen counts; a later one is not trusted. */
export function see(info: TableInfo): TableInfo {
  const before = kept(info.id)
  const seat = info.your_seat ?? null
  if (!before) keep(info.id, { commitment: info.commitment, nonce: '', seat, sent: {}, receipts: [] })
  else if (before.seat === null && seat !== null) keep(info.id, { ...before, seat })
  return info
}

/** A choice that the hall has acknowledged. */
export function sent(table: string, answered: number, what: string, receipt: string): void {
  const before = kept(table)
  if (!before) return
  const receipts = receipt ? [...before.receipts, receipt].slice(-MOST_RECEIPTS) : before.receipts
  keep(table, { ...before, sent: { ...before.sent, [answered]: what }, receipts })
}

/** What this browser adds to the seed. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Check a finished game, as far as this browser can. */
export async function check(proof: Proof, mine: Kept | null): Promise<Finding[]> {
  const opens = (await digest(proof.secret)) === proof.commitment
  const seed = proof.mixed ? await digest(proof.secret, ...proof.nonces) : proof.secret.split(' ').at(-1)
  const nonce = mine?.nonce && mine.seat !== null ? proof.nonces[mine.seat] === mine.nonce : null
  const hashes = [await digest(proof.secret, proof.opening)]
  for (const line of proof.lines) hashes.push(await digest(hashes.at(-1)!, line))
  let broken = proof.lines.findIndex((_, at) => hashes[at + 1] !== proof.hashes[at])
  if (broken < 0 && proof.lines.length !== proof.hashes.length) broken = proof.lines.length
  const lost = mine?.receipts.length ? mine.receipts.some((receipt) => !hashes.includes(receipt)) : null
  return [
    { what: 'commitment', holds: mine ? opens && mine.commitment === proof.commitment : null },
    { what: 'luck', holds: proof.mixed || null },
    { what: 'nonce', holds: nonce },
    { what: 'seed', holds: opens && seed === proof.seed },
    { what: 'log', holds: broken < 0, ...(broken < 0 ? {} : { entry: broken }) },
    { what: 'receipts', holds: lost === null ? null : !lost },
    choices(proof, mine),
  ]
}

/** Are the choices of the player's own seat those that were sent from here? */
function choices(proof: Proof, mine: Kept | null): Finding {
  if (!mine || mine.seat === null || !Object.keys(mine.sent).length) return { what: 'choices', holds: null }
  const own = proof.lines.map((line) => line.split(' ')).filter(([, seat, kind]) => Number(seat) === mine.seat && ANSWERS.has(kind))
  for (const [answered, what] of Object.entries(mine.sent)) {
    const entry = own[Number(answered)]
    const said = entry?.[2] === 'undo' ? 'undo' : entry?.slice(4).join(' ')
    if (said !== what) return { what: 'choices', holds: false, entry: Number(entry?.[0] ?? proof.lines.length) }
  }
  return { what: 'choices', holds: true }
}
