import type { Db } from '#db/client.ts'
import { staffAccount } from '../accounts/roles.ts'
import {
  FLAG_AREAS,
  FLAG_KINDS,
  type FlagArea,
  type FlagKind,
  isFlagKind,
  kindsOfArea,
} from '../flags/kinds.ts'
import { unknownOption } from '../web/unknown-option.ts'

const FLAG_STATES = ['open', 'resolved'] as const

/** Null: any. The owner is an account's id. */
export type FlagFilters = {
  state: (typeof FLAG_STATES)[number]
  kinds: FlagKind[] | null
  owner: number | 'nobody' | null
}

export const OPEN_FLAGS: FlagFilters = { state: 'open', kinds: null, owner: null }

type Query = Record<string, string | undefined>
type FiltersRead = { ok: true; filters: FlagFilters } | { ok: false; message: string }

/** `owner` is 'me', 'nobody' or the token of a staff account. */
export function readFlagFilters(db: Db, query: Query, userId: number): FiltersRead {
  const { state = 'open', area, kind, owner } = query
  if (!isOneOf(FLAG_STATES, state)) return refuse('state', state, FLAG_STATES)
  if (area && !isOneOf(FLAG_AREAS, area)) return refuse('area', area, FLAG_AREAS)
  if (kind && !isFlagKind(kind)) return refuse('kind', kind, Object.keys(FLAG_KINDS))
  const ownerId = owner ? findOwner(db, owner, userId) : null
  if (ownerId === undefined) return refuse('owner', owner ?? '', ['me', 'nobody'])
  const kinds = kind ? [kind as FlagKind] : area ? kindsOfArea(area as FlagArea) : null
  return { ok: true, filters: { state, kinds, owner: ownerId } }
}

const isOneOf = <T extends string>(known: readonly T[], name: string): name is T =>
  (known as readonly string[]).includes(name)

function findOwner(db: Db, owner: string, userId: number): FlagFilters['owner'] | undefined {
  if (owner === 'me') return userId
  if (owner === 'nobody') return 'nobody'
  return staffAccount(db, owner)?.id
}

const refuse = (option: string, value: string, known: readonly string[]) => ({
  ok: false as const,
  message: unknownOption(option, value, known),
})
