import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type Decided, proposalById } from '../../catalog/price-proposals.ts'
import { shownPrice } from '../../catalog/price-rules.ts'
import type { PriceRefusal, WantedPrice } from '../../catalog/prices.ts'
import type { Instant } from '../../day.ts'
import { SHOP_ZONE } from '../../delivery/zones.ts'
import { formatCents, parseDollars } from '../../money.ts'
import type { Body } from '../../web/env.ts'
import { checkbox, digits, line, readFields } from '../../web/fields.ts'

const cents = digits(10)
  .refine((typed) => /^\d{1,7}$/.test(typed), { message: 'a price such as 24.90' })
  .transform(Number)
  .refine((value) => value >= 1 && value <= 1_000_000, { message: 'from $0.01 to $10,000.00' })

const moment = line(40).transform((typed, context): Instant | null => {
  if (typed === '') return null
  const at = momentOf(typed)
  if (at !== null) return at
  context.addIssue({ code: 'custom', message: 'a day and time, such as 2026-12-01T00:00' })
  return z.NEVER
})

/** The price that the form's page shows; null if it has none. */
export const seenCents = digits(10)
  .refine((typed) => /^\d{0,7}$/.test(typed), { message: 'a price in cents' })
  .transform((typed) => (typed === '' ? null : Number(typed)))

const fields = z.object({
  price_cents: cents,
  starts_at: moment,
  reason: line(200).refine((typed) => typed !== '', { message: 'why the price changes' }),
  confirmed: checkbox,
  seen_cents: seenCents,
})

const LABELS = { price_cents: 'the price', starts_at: 'when it starts', reason: 'the reason' }

type PriceRead = { ok: true; wanted: WantedPrice } | { ok: false; message: string; field: string }

/** The form has dollars, scripts send cents. */
export function readWantedPrice(body: Body): PriceRead {
  const read = readFields(fields, { ...body, price_cents: centsFrom(body) }, LABELS)
  if (!read.ok) return { ok: false, message: read.message, field: fieldOf(read.message) }
  const { price_cents, starts_at, reason, confirmed, seen_cents } = read.value
  const wanted = {
    priceCents: price_cents,
    startsAt: starts_at,
    reason,
    isConfirmed: confirmed,
    seenCents: seen_cents,
  }
  return { ok: true, wanted }
}

const fieldOf = (message: string) =>
  Object.entries(LABELS).find(([, label]) => message.includes(label))?.[0] ?? 'price_cents'

function centsFrom({ price, price_cents }: Body): unknown {
  if (typeof price !== 'string') return price_cents
  return parseDollars(price) ?? 'none'
}

/** With an offset as scripts send it, or in the shop's zone as a form's field has it. */
export function momentOf(typed: string): Instant | null {
  try {
    return /(?:Z|[+-]\d\d:?\d\d)$/.test(typed)
      ? Temporal.Instant.from(typed).epochMilliseconds
      : Temporal.PlainDateTime.from(typed).toZonedDateTime(SHOP_ZONE).epochMilliseconds
  } catch {
    return null
  }
}

/** '2026-12-01T00:00' in the shop's zone, for a form's field. */
export const localMoment = (at: Instant): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(SHOP_ZONE)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

type Refused = { status: 409 | 422; field: string; message: string }

type RefusedProposal = { status: 409 | 422; message: string }

export function proposalRefusal(
  db: Db,
  proposalId: number,
  decided: Exclude<Decided, 'done'>,
  seen: number | null,
): RefusedProposal {
  if (decided !== 'changed') return PROPOSAL_REFUSALS[decided]
  const offer = proposalById(db, proposalId)?.offer
  const [now, before] = [offer ? shownPrice(offer) : 0, seen ?? 0].map(formatCents)
  return { status: 409, message: `The price is ${now} by now, not ${before}. Nothing was changed.` }
}

const PROPOSAL_REFUSALS: Record<Exclude<Decided, 'done' | 'changed'>, RefusedProposal> = {
  over: {
    status: 409,
    message: 'This proposal was already decided, or the offer is sold differently now.',
  },
  far: {
    status: 422,
    message:
      'That is at least a hundred times higher or lower than now. Please confirm it, or refuse the proposal.',
  },
  too_high: { status: 422, message: 'One unit could cost more than $10,000.00. Please refuse the proposal.' },
}

export const PRICE_REFUSALS: Record<PriceRefusal, Refused> = {
  changed: {
    status: 409,
    field: 'price_cents',
    message: 'The price changed since you opened this page. Nothing was changed.',
  },
  far: {
    status: 422,
    field: 'confirmed',
    message:
      'That is at least a hundred times higher or lower than now. Please confirm it, or correct the price.',
  },
  too_high: { status: 422, field: 'price_cents', message: 'One unit could cost more than $10,000.00.' },
  not_ahead: {
    status: 422,
    field: 'starts_at',
    message: 'That time has passed. Leave it empty to start now.',
  },
  too_far_ahead: { status: 422, field: 'starts_at', message: 'Please pick a time within a year.' },
  moment_taken: {
    status: 409,
    field: 'starts_at',
    message: 'Another price starts at that time. Please withdraw it first.',
  },
}
