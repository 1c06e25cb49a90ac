// The HTTP interface of the hall: one function for each request.

import type {
  Chair, ChangeChannel, ChannelInfo, ChannelLabel, Channels, Commitment, Course, Friend, Friends, GameInfo, Ladder, Learning, Lobby, Me, NewProgram, OpenTable, Profile, ProgramInfo, Proof, ReplayFrame, ReviewState, RuleSection, Spectator, TableInfo, Verification,
} from './protocol'
import { language } from '../text'
import { kept, newNonce, satDown, see } from './proof'

export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

async function ask<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { 'accept-language': language, ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'x-starhall': '1' }) },
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
  speak: (language: string) => ask<Me>('/api/me/language', { language }),
  recover: (phrase: string) => ask<Me>('/api/me/recover', { phrase }),
  phrase: () => ask<Me>('/api/me/phrase', {}),
  logout: () => ask<null>('/api/me/logout', {}),
  programs: () => ask<ProgramInfo[]>('/api/programs'),
  makeProgram: (program: NewProgram) => ask<ProgramInfo>('/api/programs', program),
  revokeProgram: (id: string) => ask<null>(`/api/programs/${encodeURIComponent(id)}`, undefined, 'DELETE'),
  channels: () => ask<Channels>('/api/channels'),
  addChannel: (kind: ChannelInfo['kind'], target: string) => ask<ChannelInfo>('/api/channels', { kind, target }),
  changeChannel: (id: string, values: ChangeChannel) => ask<ChannelInfo>(`/api/channels/${id}`, values),
  removeChannel: (id: string) => ask<null>(`/api/channels/${id}`, undefined, 'DELETE'),
  testChannel: (id: string) => ask<null>(`/api/channels/${id}/test`, {}),
  askChannel: (id: string) => ask<null>(`/api/channels/${id}/ask`, {}),
  confirmChannel: (token: string) => ask<ChannelLabel>('/api/channels/confirm', { token }),
  unsubscribe: (token: string) => ask<ChannelLabel>(`/api/unsubscribe/${encodeURIComponent(token)}`, {}),
  profile: () => ask<Profile>('/api/profile'),
  page: (token: string) => ask<Profile>(`/api/pages/${encodeURIComponent(token)}`),
  share: (on: boolean) => ask<Profile>('/api/profile/share', { on }),
  ladder: (game: string) => ask<Ladder>(`/api/games/${encodeURIComponent(game)}/ladder`),
  friends: () => ask<Friends>('/api/friends'),
  newFriendLink: () => ask<Friends>('/api/friends/link', {}),
  friendLink: (token: string) => ask<Friend>(`/api/friends/link/${encodeURIComponent(token)}`),
  befriend: (token: string) => ask<Friends>('/api/friends', { token }),
  part: (id: string) => ask<null>(`/api/friends/${encodeURIComponent(id)}`, undefined, 'DELETE'),
  invite: (table: string, friend: string, seat: number) => ask<null>(`/api/tables/${table}/invite`, { friend, seat }),
  spectators: (table: string) => ask<Spectator[]>(`/api/tables/${table}/spectators`),
  block: (table: string, speaker: string) => ask<null>('/api/blocks', { table, speaker }),
  unblock: (id: string) => ask<null>(`/api/blocks/${id}`, undefined, 'DELETE'),
  report: (table: string, speaker: string, at: number, reason: string) => ask<null>(`/api/tables/${table}/report`, { speaker, at, reason }),
  deleteMe: (name: string) => ask<null>('/api/me/delete', { name }),
  games: () => {
    games ??= ask<GameInfo[]>('/api/games').catch((error) => {
      games = null
      throw error
    })
    return games
  },
  rules: (edition: string) => {
    let book = books.get(edition)
    if (!book) {
      const [game, pack] = edition.split(':')
      book = ask<RuleSection[]>(`/api/games/${game}/rules${pack ? `?pack=${encodeURIComponent(pack)}` : ''}`)
      book.catch(() => books.delete(edition))
      books.set(edition, book)
    }
    return book
  },
  icons: (names: string[]) => ask<Record<string, string>>(`/api/icons?names=${names.join()}`),
  lobby: () => ask<Lobby>('/api/lobby'),
  table: async (id: string, invitation = '') =>
    see(await ask<TableInfo>(`/api/tables/${id}${invitation ? `?invitation=${encodeURIComponent(invitation)}` : ''}`)),
  /** The hall commits itself to a secret before this browser adds its nonce. */
  open: async (table: OpenTable) => {
    if (table.seed) return ask<TableInfo>('/api/tables', table)
    const { commitment } = await ask<Commitment>('/api/promises', {})
    const nonce = newNonce()
    return satDown(await ask<TableInfo>('/api/tables', { ...table, promise: commitment, nonce }), commitment, nonce)
  },
  join: async (id: string, seat: number | null, invitation = '') => {
    const nonce = newNonce()
    const chair = invitation ? { invitation } : { seat }
    const info = await ask<TableInfo>(`/api/tables/${id}/join`, { ...chair, nonce })
    return satDown(info, kept(id)?.commitment ?? info.commitment, nonce)
  },
  learning: () => ask<Learning>('/api/me/learning'),
  lesson: (game: string, lesson: string, again = false) => ask<TableInfo>('/api/lessons', { game, lesson, again }),
  delete: (id: string) => ask<null>(`/api/tables/${id}/delete`, {}),
  leave: (id: string) => ask<TableInfo>(`/api/tables/${id}/leave`, {}),
  fork: (id: string, ply: number, chairs: Chair[]) =>
    ask<TableInfo>(`/api/tables/${id}/fork`, { ply, chairs }),
  replay: (id: string, ply: number, seat: number | null) =>
    ask<ReplayFrame>(`/api/tables/${id}/replay?ply=${ply}${seat === null ? '' : `&seat=${seat}`}`),
  review: (id: string, seat: number) => ask<ReviewState>(`/api/tables/${id}/review?seat=${seat}`),
  startReview: (id: string, seat: number) => ask<ReviewState>(`/api/tables/${id}/review?seat=${seat}`, {}),
  course: (id: string) => ask<Course>(`/api/tables/${id}/course`),
  proof: (id: string) => ask<Proof>(`/api/tables/${id}/proof`),
  record: (id: string) => ask<unknown>(`/api/tables/${id}/record`),
  verify: (id: string) => ask<Verification>(`/api/tables/${id}/verify`),
}

/** The bot that a newcomer meets: neither too weak nor too strong. */
export const usualBot = (game: GameInfo | undefined): string =>
  (game?.bots.find((bot) => bot.id === 'normal') ?? game?.bots.at(-1))?.id ?? ''
