import type { TrailFilters } from '../audit/search.ts'
import { addDays, type Day, parseDay } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { rowId } from '../web/row-id.ts'

type Query = Record<string, string | undefined>
type Read = { ok: true; filters: TrailFilters; before: number | null } | { ok: false; message: string }

const MAX_WORDS_LENGTH = 100

/** `from` and `to` are days of the shop, both included. `subject` is a kind, or a kind and a token: 'order:…'. */
export function readTrailFilters({ q = '', actor, verb, subject, from, to, before }: Query): Read {
  if (q.length > MAX_WORDS_LENGTH) return refuse(`Please search for at most ${MAX_WORDS_LENGTH} characters.`)
  const [start, end] = [dayOf(from), dayOf(to)]
  if (start === undefined || end === undefined) return refuse('Please give days like 2026-11-30.')
  const actorId = actor && actor !== 'command' ? rowId(actor) : null
  if (actorId === 0) return refuse('Please choose a person from the list.')
  const lastId = before ? rowId(before) : null
  if (lastId === 0) return refuse('There is no such page. Please start at the newest entry.')
  const [subjectKind = '', ...token] = (subject ?? '').split(':')
  return {
    ok: true,
    before: lastId,
    filters: {
      words: q,
      actor: actor === 'command' ? 'command' : actorId,
      verb: verb || null,
      subjectKind: subjectKind || null,
      subjectToken: token.join(':') || null,
      from: start && instantOf(start, 0, SHOP_ZONE),
      until: end && instantOf(addDays(end, 1), 0, SHOP_ZONE),
    },
  }
}

/** Undefined when it is no day. */
const dayOf = (typed: string | undefined): Day | null | undefined =>
  typed ? (parseDay(typed) ?? undefined) : null

const refuse = (message: string) => ({ ok: false as const, message })
