// The hall's HTTP part: one function for each thing one can ask.

import type {
  Chair, Course, GameInfo, Lobby, Me, OpenTable, ReplayFrame, RuleSection, TableInfo, Verification,
} from './protocol'

export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? {} : { 'content-type': 'application/json', 'x-starhall': '1' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new Refusal(answer?.error ?? response.statusText, response.status)
  return answer as T
}

let games: Promise<GameInfo[]> | null = null
const books = new Map<string, Promise<RuleSection[]>>()

export const api = {
  me: () => ask<Me | null>('/api/me'),
  introduce: (name: string) => ask<Me>('/api/me', { name }),
  recover: (phrase: string) => ask<Me>('/api/me/recover', { phrase }),
  phrase: () => ask<Me>('/api/me/phrase', {}),
  logout: () => ask<null>('/api/me/logout', {}),
  games: () => {
    games ??= ask<GameInfo[]>('/api/games').catch((error) => {
      games = null
      throw error
    })
    return games
  },
  rules: (game: string) => {
    let book = books.get(game)
    if (!book) {
      book = ask<RuleSection[]>(`/api/games/${game}/rules`)
      book.catch(() => books.delete(game))
      books.set(game, book)
    }
    return book
  },
  icons: (names: string[]) => ask<Record<string, string>>(`/api/icons?names=${names.join()}`),
  lobby: () => ask<Lobby>('/api/lobby'),
  table: (id: string, invitation = '') =>
    ask<TableInfo>(`/api/tables/${id}${invitation ? `?invitation=${encodeURIComponent(invitation)}` : ''}`),
  open: (table: OpenTable) => ask<TableInfo>('/api/tables', table),
  join: (id: string, seat: number | null, invitation = '') =>
    ask<TableInfo>(`/api/tables/${id}/join`, invitation ? { invitation } : { seat }),
  leave: (id: string) => ask<TableInfo>(`/api/tables/${id}/leave`, {}),
  fork: (id: string, ply: number, chairs: Chair[]) =>
    ask<TableInfo>(`/api/tables/${id}/fork`, { ply, chairs }),
  replay: (id: string, ply: number, seat: number | null) =>
    ask<ReplayFrame>(`/api/tables/${id}/replay?ply=${ply}${seat === null ? '' : `&seat=${seat}`}`),
  course: (id: string) => ask<Course>(`/api/tables/${id}/course`),
  verify: (id: string) => ask<Verification>(`/api/tables/${id}/verify`),
}

/** The bot a newcomer meets: neither a pushover nor merciless. */
export const usualBot = (game: GameInfo | undefined): string =>
  (game?.bots.find((bot) => bot.id === 'normal') ?? game?.bots.at(-1))?.id ?? ''
