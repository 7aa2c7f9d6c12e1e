import { z } from 'zod'
import { type Instant, parseDay } from '../../day.ts'
import { formatCents, parseDollars } from '../../money.ts'
import type { PromotionLimits, PromotionRefused } from '../../pricing/promotion-desk.ts'
import type { Body } from '../../web/env.ts'
import { checkbox, digits, line } from '../../web/fields.ts'
import { localMoment, momentOf } from '../catalog/price-fields.ts'

const MAX_CENTS = 1_000_000

/** Dollars as typed, or cents as scripts send them under `{name}_cents`; an empty field is null. */
export function centsFrom(body: Body, name: string): unknown {
  const typed = body[name]
  if (typed === undefined) return body[`${name}_cents`] ?? ''
  return String(typed).trim() === '' ? '' : (parseDollars(String(typed)) ?? 'none')
}

export const cents = (min: number, max = MAX_CENTS) =>
  digits(9)
    .refine((typed) => typed === '' || /^\d{1,7}$/.test(typed), { message: 'an amount such as 24.90' })
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .refine((value) => value === null || (value >= min && value <= max), {
      message: `from ${formatCents(min)} to ${formatCents(max)}`,
    })

const count = digits(9)
  .transform((typed) => typed.replace(/(?<=\d),(?=\d{3}\b)/g, ''))
  .refine((typed) => typed === '' || /^[1-9]\d{0,6}$/.test(typed), {
    message: 'a whole number from 1, or nothing',
  })
  .transform((typed) => (typed === '' ? null : Number(typed)))

const moment = line(40).transform((typed, context) => {
  const at = typed === '' ? null : momentOf(typed)
  if (typed === '' || at !== null) return at
  context.addIssue({ code: 'custom', message: 'a day and time, such as 2026-12-01T00:00' })
  return z.NEVER
})

const limits = {
  minimum: cents(0),
  use_limit: count,
  customer_limit: count,
  starts_at: moment,
  ends_at: moment,
}

export const LimitFields = z.object({ ...limits, version: line(40) })

type Limits = Omit<z.output<typeof LimitFields>, 'version'>

export const limitsFrom = (typed: Limits): PromotionLimits => ({
  minimumCents: typed.minimum ?? 0,
  useLimit: typed.use_limit,
  customerLimit: typed.customer_limit,
  startsAt: typed.starts_at,
  endsAt: typed.ends_at,
})

/** What a script leaves out stays as it is; a form sends every field. */
export const keepingMissing = (
  body: Body,
  typed: PromotionLimits,
  before: PromotionLimits,
): PromotionLimits => ({
  minimumCents: 'minimum' in body || 'minimum_cents' in body ? typed.minimumCents : before.minimumCents,
  useLimit: 'use_limit' in body ? typed.useLimit : before.useLimit,
  customerLimit: 'customer_limit' in body ? typed.customerLimit : before.customerLimit,
  startsAt: keepsMoment(body, 'starts_at', before.startsAt) ? before.startsAt : typed.startsAt,
  endsAt: keepsMoment(body, 'ends_at', before.endsAt) ? before.endsAt : typed.endsAt,
})

/** Left out, or as the form shows it: without seconds, and without the offset that November's repeated hour needs. */
const keepsMoment = (body: Body, name: string, before: Instant | null): boolean =>
  !(name in body) || (before !== null && body[name] === localMoment(before))

export const KINDS = ['percent', 'amount', 'free_item', 'free_shipping'] as const

export const PromotionFields = z
  .object({
    ...limits,
    code: line(40)
      .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
      .refine((typed) => /^[A-Z0-9-]{3,30}$/.test(typed), { message: '3 to 30 letters, digits and hyphens' }),
    kind: z.unknown().transform((typed, context) => {
      const kind = KINDS.find((one) => one === typed)
      if (kind) return kind
      context.addIssue({ code: 'custom', message: 'percent, amount, free_item or free_shipping' })
      return z.NEVER
    }),
    percent: digits(7)
      .transform((typed) => typed.replace(/\s*%$/, ''))
      .refine((typed) => typed === '' || /^\d{1,3}(\.\d)?$/.test(typed), { message: 'a number such as 15' }),
    amount: cents(1),
    offer: line(300).transform((typed) => /\/offers\/([\w-]+)/.exec(typed)?.[1] ?? typed),
    first_order_only: checkbox,
    members_only: checkbox,
    secret: checkbox,
  })
  .superRefine(({ kind, percent, amount, offer }, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (kind === 'percent' && !(Number(percent) > 0 && Number(percent) <= 100))
      wrong('percent', 'from 0.1 to 100')
    if (kind === 'amount' && amount === null) wrong('amount', 'how much it takes off')
    if (kind === 'free_item' && offer === '') wrong('offer', 'the token of the free item, from its page')
  })

export const LABELS: Record<string, string> = {
  code: 'the code',
  kind: 'the kind',
  percent: 'the percent',
  amount: 'the amount',
  offer: 'the free item',
  minimum: 'the minimum',
  use_limit: 'the total uses',
  customer_limit: 'the uses per customer',
  starts_at: 'the start',
  ends_at: 'the end',
}

/** Adds the cents under the names that `readFields` reads. */
export const withCents = (body: Body, ...names: string[]): Body => ({
  ...body,
  ...Object.fromEntries(names.map((name) => [name, centsFrom(body, name)])),
})

/** The field that a message of `readFields` is about. */
export const fieldOf = (message: string): string =>
  Object.entries(LABELS)
    .sort((a, b) => b[1].length - a[1].length)
    .find(([, label]) => message.includes(label))?.[0] ?? 'code'

export const REFUSALS: Record<PromotionRefused, { field: string; message: string }> = {
  code_taken: { field: 'code', message: 'There’s already a promotion with that code.' },
  ends_before_start: { field: 'ends_at', message: 'It would end before it starts.' },
  ends_in_past: { field: 'ends_at', message: 'That end has passed. Please pick a later one, or stop it.' },
  below_uses: {
    field: 'use_limit',
    message: 'More boxes than that have used it or are being paid for with it right now.',
  },
}

export const GiftCardFields = z.object({
  amount: cents(100, 100_000).refine((value) => value !== null, { message: 'from $1.00 to $1,000.00' }),
  reason: line(200).refine((typed) => typed !== '', { message: 'why it is issued' }),
  press: line(60).refine((typed) => /^[\w-]{16,60}$/.test(typed), { message: 'please open the form again' }),
})

export const RewardFields = z.object({
  /** Names one press of the button: twice grants one. Scripts may leave it out. */
  press: line(60).refine((typed) => /^([\w-]{16,60})?$/.test(typed), {
    message: 'please open the form again',
  }),
  email: line(200),
  name: line(80).refine((typed) => typed !== '', { message: 'what the customer reads' }),
  amount: cents(1).refine((value) => value !== null, { message: 'how much it takes off' }),
  deliver_by: line(10).transform((typed, context) => {
    const day = parseDay(typed)
    if (day) return day
    context.addIssue({ code: 'custom', message: 'a day such as 2026-12-31' })
    return z.NEVER
  }),
})
