import type { Links } from '../../stand-in/store/store.ts'
import type { Deps } from './deps.ts'
import type { Params } from './params.ts'
import { invalid, notFound } from './refusals.ts'
import { type ApiResponse, ok } from './responses.ts'

const MAX_LIMIT = 100

export function listPage(
  deps: Deps,
  kind: string,
  url: string,
  params: Params,
  links: Links & { types?: string[] } = {},
): ApiResponse {
  const limit = readLimit(params)
  const startingAfter = readCursor(deps, kind, params, 'starting_after')
  const endingBefore = readCursor(deps, kind, params, 'ending_before')
  const created = readCreated(params)
  params.refuseUnknown()

  const rows = deps.store.list(kind, { ...links, limit, startingAfter, endingBefore, created })
  const page = rows.slice(0, limit)
  if (endingBefore) page.reverse()
  const data = page.map((row) => row.json).join(',')
  return ok(`{"object":"list","data":[${data}],"has_more":${rows.length > limit},"url":"${url}"}`)
}

/** For lists of what hangs on a charge. */
export const chargeLinks = (params: Params): Links => ({
  paymentIntent: params.optional('payment_intent'),
  charge: params.optional('charge'),
})

function readLimit(params: Params): number {
  const limit = params.integer('limit') ?? 10
  if (limit > MAX_LIMIT)
    throw invalid(
      `This value must be less than or equal to ${MAX_LIMIT}.`,
      'limit',
      'parameter_invalid_integer',
    )
  if (limit < 1)
    throw invalid('This value must be greater than or equal to 1.', 'limit', 'parameter_invalid_integer')
  return limit
}

function readCursor(deps: Deps, kind: string, params: Params, name: string) {
  const id = params.optional(name)
  if (id && deps.store.find(id)?.kind !== kind) throw notFound(kind, id, name)
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
