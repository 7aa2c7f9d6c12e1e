import type { Period } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { parsePeriod, periodOf } from '../farm-money/periods.ts'
import type { FarmStatementRow } from '../farm-money/statement-list.ts'
import { unknownOption } from '../web/unknown-option.ts'

export const STATEMENT_STATES = ['open', 'closed', 'to_pay'] as const
export const STATEMENT_SORTS = ['farm', 'sold', 'owed', 'left'] as const
export type StatementState = (typeof STATEMENT_STATES)[number]
export type StatementSort = (typeof STATEMENT_SORTS)[number]

export type StatementFilters = { month: Period; state: StatementState | null; sort: StatementSort }

type Read = { ok: true; filters: StatementFilters } | { ok: false; message: string }

/** The month that is running comes first, as its sales do. */
export function readStatementFilters(query: Record<string, string | undefined>, now: Instant): Read {
  const month = query.month === undefined ? periodOf(now) : parsePeriod(query.month)
  if (!month) return refuse('Please choose a month from the list.')
  const state = STATEMENT_STATES.find((one) => one === query.state) ?? null
  if (query.state && !state) return refuse(unknownOption('state', query.state, STATEMENT_STATES))
  const sort = STATEMENT_SORTS.find((one) => one === (query.sort || 'farm'))
  if (!sort) return refuse(unknownOption('sort', query.sort ?? '', STATEMENT_SORTS))
  return { ok: true, filters: { month, state, sort } }
}

const refuse = (message: string) => ({ ok: false as const, message })

export const leftCents = ({ closed, owedCents, paidCents }: FarmStatementRow): number =>
  closed ? Math.max(0, owedCents - paidCents) : 0

const PASSES: Record<StatementState, (row: FarmStatementRow) => boolean> = {
  open: ({ closed }) => closed === null,
  closed: ({ closed }) => closed !== null,
  to_pay: (row) => leftCents(row) > 0,
}

const FIGURES: Record<Exclude<StatementSort, 'farm'>, (row: FarmStatementRow) => number> = {
  sold: ({ soldCents }) => soldCents,
  owed: ({ owedCents }) => owedCents,
  left: leftCents,
}

/** By name, or by a figure, the largest first. */
export function filterStatements(rows: FarmStatementRow[], { state, sort }: StatementFilters) {
  const shown = state ? rows.filter(PASSES[state]) : rows
  if (sort === 'farm') return shown
  const figure = FIGURES[sort]
  return shown.toSorted((one, other) => figure(other) - figure(one) || one.name.localeCompare(other.name))
}
