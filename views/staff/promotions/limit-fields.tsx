import type { Promotion } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents, plainDollars } from '#src/money.ts'
import type { PromotionLimits } from '#src/pricing/promotion-desk.ts'
import type { Difference } from '#src/shop-settings/typed.ts'
import { Field } from '../../shared/field.tsx'
import { shortMoment } from '../../shared/local-time.ts'
import { typedText } from './promotion-words.ts'

export type FieldProblem = { field: string; message: string } | undefined

type LimitFieldsProps = {
  typed: Record<string, unknown>
  problem: FieldProblem
  saved?: Promotion
  /** Of the form's moments, in the shop's time. */
  shown?: { startsAt: string; endsAt: string }
}

export const errorOf = (problem: FieldProblem, field: string) =>
  problem?.field === field ? { error: problem.message } : {}

const LABELS = {
  minimum: 'For boxes of at least',
  use_limit: 'Total uses',
  customer_limit: 'Uses per customer',
  starts_at: 'Starts',
  ends_at: 'Ends',
}

/** Each limit that differs, in words. */
export function limitDifferences(saved: PromotionLimits, yours: PromotionLimits): Difference[] {
  const [before, after] = [limitWords(saved), limitWords(yours)]
  return (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ label: LABELS[name], before: before[name], after: after[name] }))
}

const limitWords = ({ minimumCents, useLimit, customerLimit, startsAt, endsAt }: PromotionLimits) => ({
  minimum: minimumCents === 0 ? 'any box' : formatCents(minimumCents),
  use_limit: useLimit === null ? 'no limit' : String(useLimit),
  customer_limit: customerLimit === null ? 'no limit' : String(customerLimit),
  starts_at: startsAt === null ? 'now' : shortMoment(startsAt, SHOP_ZONE),
  ends_at: endsAt === null ? 'never' : shortMoment(endsAt, SHOP_ZONE),
})

/** As the reports say it: either end may be in summer or in winter time. */
const IN_SHOP_ZONE = 'New York time.'

/** How often, from when and until when. Empty fields set no limit. */
export const LimitFields = ({ typed, problem, saved, shown }: LimitFieldsProps) => (
  <>
    <Field
      id="minimum"
      name="minimum"
      label={LABELS.minimum}
      hint="Dollars. Empty: any box."
      inputmode="decimal"
      value={typedText(typed, 'minimum', saved?.minimumCents ? plainDollars(saved.minimumCents) : '')}
      {...errorOf(problem, 'minimum')}
    />
    <Field
      id="use_limit"
      name="use_limit"
      label={LABELS.use_limit}
      hint="Empty: no limit."
      inputmode="numeric"
      value={typedText(typed, 'use_limit', String(saved?.useLimit ?? ''))}
      {...errorOf(problem, 'use_limit')}
    />
    <Field
      id="customer_limit"
      name="customer_limit"
      label={LABELS.customer_limit}
      hint="By account, email and address. Empty: no limit."
      inputmode="numeric"
      value={typedText(typed, 'customer_limit', String(saved?.customerLimit ?? ''))}
      {...errorOf(problem, 'customer_limit')}
    />
    <Field
      id="starts_at"
      name="starts_at"
      label={LABELS.starts_at}
      hint={`Empty: now. ${IN_SHOP_ZONE}`}
      type="datetime-local"
      value={typedText(typed, 'starts_at', shown?.startsAt ?? '')}
      {...errorOf(problem, 'starts_at')}
    />
    <Field
      id="ends_at"
      name="ends_at"
      label={LABELS.ends_at}
      hint={`Empty: never. ${IN_SHOP_ZONE}`}
      type="datetime-local"
      value={typedText(typed, 'ends_at', shown?.endsAt ?? '')}
      {...errorOf(problem, 'ends_at')}
    />
  </>
)
