import type { Farm, FarmPayout } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { periodOf, periodTitle } from '#src/farm-money/periods.ts'
import type { StatementView } from '#src/farm-money/statement-view.ts'
import type { Statement } from '#src/farm-money/statements.ts'
import { formatCents, plainDollars } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { PayoutsTable } from '../farm-money/payouts-table.tsx'
import { downloadWords, StatementLines, StatementSums, stateWords } from '../farm-money/statement-parts.tsx'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { typedText } from '../shared/refused-form.ts'
import { fieldErrors } from './field-errors.ts'

type StatementPageProps = {
  farm: Farm
  view: StatementView
  problem?: { errors: Record<string, string>; typed?: Record<string, string> } | undefined
  /** A refused correction of a payout. */
  takingBack: { payoutId: number; typed: Record<string, unknown> } | null
  payoutKey: string
  now: Instant
  /** The month that has to be closed before this one. */
  earlierOpen: string | null
  isUncovered: boolean
}

export const StatementPage = (props: StatementPageProps) => {
  const { farm, view, problem } = props
  const { statement, lines, page, pages } = view
  const path = paths.staffStatement(farm.slug, statement.period)
  const general = Object.entries(problem?.errors ?? {}).filter(([name]) => !PAYOUT_FIELDS.includes(name))
  return (
    <article class="statement">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffStatements({ month: statement.period })}>Farm statements</a>
        </p>
        <h1 class="desk__title">
          {farm.name}, {periodTitle(statement.period)}
        </h1>
        <p class="desk__intro">{stateWords(statement)}</p>
      </header>
      {general.map(([, words], at) => (
        <Alert takesFocus={at === 0}>{words}</Alert>
      ))}
      <div class="statement__sides">
        <StatementSums statement={statement} reader="staff" />
        {statement.closed ? <PayoutForm {...props} /> : <CloseForm {...props} />}
      </div>
      {statement.closed && <Payouts {...props} />}
      <h2 class="desk__section">Lines</h2>
      {lines.length === 0 ? (
        <p class="desk__intro">This farm sold nothing this month.</p>
      ) : (
        <>
          <StatementLines lines={lines} />
          <Pager page={page} pages={pages} path={path} />
          <p class="statement__links">
            <a href={paths.staffStatementCsv(farm.slug, statement.period)} data-turbo="false">
              {downloadWords(view.total)}
            </a>{' '}
            <a href={paths.farmTerms(farm.slug)}>Terms of this farm</a>
          </p>
        </>
      )}
    </article>
  )
}

const PAYOUT_FIELDS = ['amount', 'paid_on', 'reference']

/** Why the month can't be closed yet, or the button. */
function CloseForm({ farm, view, now, earlierOpen, isUncovered }: StatementPageProps) {
  const { statement, total } = view
  if (statement.period >= periodOf(now))
    return <p class="statement__side">You can close it once the month is over.</p>
  if (total === 0) return <p class="statement__side">Nothing to close.</p>
  if (earlierOpen !== null)
    return (
      <p class="statement__side">
        Please close <a href={paths.staffStatement(farm.slug, earlierOpen)}>{periodTitle(earlierOpen)}</a>{' '}
        first.
      </p>
    )
  if (isUncovered)
    return (
      <p class="statement__side">
        Some packs were sold without terms, so nobody knows their share yet. Please{' '}
        <a href={paths.farmTerms(farm.slug)}>add this farm's terms</a> first.
      </p>
    )
  return (
    <Form
      method="post"
      action={paths.closeStatement(farm.slug, statement.period)}
      class="statement__side statement__form"
    >
      <input type="hidden" name="seen_cents" value={String(statement.owedCents)} />
      <p>
        Closing freezes these figures for good. Later refunds and claims go on the next open month, with their
        order number.
      </p>
      <button type="submit" class="button">
        Close {periodTitle(statement.period)}
      </button>
    </Form>
  )
}

const leftOf = ({ owedCents, paidCents }: Statement): number => Math.max(0, owedCents - paidCents)

function PayoutForm({ farm, view: { statement }, problem, payoutKey, now }: StatementPageProps) {
  const left = leftOf(statement)
  if (left === 0) return <p class="statement__side">{settledWords(statement)}</p>
  const typed = problem?.typed ?? {}
  const error = fieldErrors(problem?.errors, PAYOUT_FIELDS)
  return (
    <Form
      method="post"
      action={paths.recordPayout(farm.slug, statement.period)}
      class="statement__side statement__form"
    >
      <h2>Record a payout</h2>
      <p>Send the money by your bank first. {formatCents(left)} is still owed.</p>
      <input type="hidden" name="payout_key" value={payoutKey} />
      <Field
        id="payout_amount"
        name="amount"
        label="Amount in dollars"
        inputmode="decimal"
        autocomplete="off"
        required
        value={typed.amount ?? plainDollars(left)}
        {...error('amount')}
      />
      <Field
        id="payout_day"
        name="paid_on"
        label="Paid on"
        type="date"
        required
        value={typed.paid_on ?? dayIn(SHOP_ZONE, now)}
        max={dayIn(SHOP_ZONE, now)}
        {...error('paid_on')}
      />
      <Field
        id="payout_reference"
        name="reference"
        label="Check number or bank reference"
        maxlength={60}
        autocomplete="off"
        required
        value={typed.reference ?? ''}
        {...error('reference')}
      />
      <button type="submit" class="button">
        Record payout
      </button>
    </Form>
  )
}

const settledWords = ({ owedCents }: Statement): string => {
  if (owedCents > 0) return 'Paid in full.'
  return owedCents === 0
    ? 'Nothing to pay.'
    : 'The farm owes this to the shop. Its next statement begins with it.'
}

const Payouts = ({ farm, view: { statement, payouts }, takingBack }: StatementPageProps) => (
  <>
    <h2 class="desk__section">Payouts</h2>
    {payouts.length === 0 ? (
      <p class="desk__intro">None yet.</p>
    ) : (
      <PayoutsTable
        payouts={payouts}
        action={(payout) => (
          <TakeBack
            {...{ farm, payout }}
            period={statement.period}
            typed={takingBack?.payoutId === payout.id ? takingBack.typed : null}
          />
        )}
      />
    )}
  </>
)

type TakeBackProps = {
  farm: Farm
  payout: FarmPayout
  period: string
  typed: Record<string, unknown> | null
}

const TakeBack = ({ farm, payout, period, typed }: TakeBackProps) => (
  <details class="statement__correct" open={typed !== null}>
    <summary>
      Correct<span class="visually-hidden"> payout {payout.reference}</span>
    </summary>
    <Form method="post" action={paths.takeBackPayout(farm.slug, period, payout.id)} class="statement__form">
      <Field
        id={`payout_reason_${payout.id}`}
        name="reason"
        label="What was wrong with it"
        value={typedText(typed, 'reason')}
        maxlength={200}
        autocomplete="off"
        required
      />
      <button type="submit" class="button button--quiet">
        Take {formatCents(payout.cents)} back
      </button>
    </Form>
  </details>
)
