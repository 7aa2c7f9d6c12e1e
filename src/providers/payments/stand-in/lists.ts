import { type Answer, ok } from './answers.ts'
import type { Desk } from './desk.ts'
import type { Params } from './params.ts'
import { invalid, missing } from './refusals.ts'
import type { Links } from './store/store.ts'

const MOST = 100

/** One page of a list, newest first, as Stripe pages: `limit`, `starting_after`, `ending_before`, `created`. */
export function listed(
  desk: Desk,
  kind: string,
  url: string,
  params: Params,
  links: Links & { types?: string[] } = {},
): Answer {
  const limit = readLimit(params)
  const startingAfter = readCursor(desk, kind, params, 'starting_after')
  const endingBefore = readCursor(desk, kind, params, 'ending_before')
  const created = readCreated(params)
  params.refuseUnknown()

  const rows = desk.store.list(kind, { ...links, limit, startingAfter, endingBefore, created })
  const page = rows.slice(0, limit)
  if (endingBefore) page.reverse()
  const data = page.map((row) => row.json).join(',')
  return ok(`{"object":"list","data":[${data}],"has_more":${rows.length > limit},"url":"${url}"}`)
}

function readLimit(params: Params): number {
  const limit = params.integer('limit') ?? 10
  if (limit > MOST)
    throw invalid(`This value must be less than or equal to ${MOST}.`, 'limit', 'parameter_invalid_integer')
  if (limit < 1)
    throw invalid('This value must be greater than or equal to 1.', 'limit', 'parameter_invalid_integer')
  return limit
}

function readCursor(desk: Desk, kind: string, params: Params, name: string) {
  const id = params.given(name)
  if (id && desk.store.find(id)?.kind !== kind) throw missing(kind, id, name)
  return id
}

function readCreated(params: Params) {
  const range = params.group('created')
  if (!range) return undefined
  const created = {
    gt: range.integer('gt'),
    gte: range.integer('gte'),
    lt: range.integer('lt'),
    lte: range.integer('lte'),
  }
  range.refuseUnknown()
  return created
}
