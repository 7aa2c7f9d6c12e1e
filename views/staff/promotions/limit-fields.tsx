import type { Promotion } from '#db/schema/index.ts'
import { plainDollars } from '#src/money.ts'
import { Field } from '../../shared/field.tsx'
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

/** How often, from when and until when. Empty fields set no limit. */
export const LimitFields = ({ typed, problem, saved, shown }: LimitFieldsProps) => (
  <>
    <Field
      id="minimum"
      name="minimum"
      label="For boxes of at least"
      hint="Dollars. Empty: any box."
      inputmode="decimal"
      value={typedText(typed, 'minimum', saved?.minimumCents ? plainDollars(saved.minimumCents) : '')}
      {...errorOf(problem, 'minimum')}
    />
    <Field
      id="use_limit"
      name="use_limit"
      label="Total uses"
      hint="Empty: no limit."
      inputmode="numeric"
      value={typedText(typed, 'use_limit', String(saved?.useLimit ?? ''))}
      {...errorOf(problem, 'use_limit')}
    />
    <Field
      id="customer_limit"
      name="customer_limit"
      label="Uses per customer"
      hint="By account, email and address. Empty: no limit."
      inputmode="numeric"
      value={typedText(typed, 'customer_limit', String(saved?.customerLimit ?? ''))}
      {...errorOf(problem, 'customer_limit')}
    />
    <Field
      id="starts_at"
      name="starts_at"
      label="Starts"
      hint="Empty: now."
      type="datetime-local"
      value={typedText(typed, 'starts_at', shown?.startsAt ?? '')}
      {...errorOf(problem, 'starts_at')}
    />
    <Field
      id="ends_at"
      name="ends_at"
      label="Ends"
      hint="Empty: never."
      type="datetime-local"
      value={typedText(typed, 'ends_at', shown?.endsAt ?? '')}
      {...errorOf(problem, 'ends_at')}
    />
  </>
)
