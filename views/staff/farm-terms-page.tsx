import type { Farm } from '#db/schema/index.ts'
import { type Day, formatDate } from '#src/day.ts'
import { termsWords } from '#src/farm-money/terms-words.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { TermsOffer, TermsRow, TypedTerms } from '#src/staff/farm-terms.ts'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { fieldErrors } from './field-errors.ts'

type FarmTermsPageProps = {
  farm: Farm
  offers: TermsOffer[]
  rows: TermsRow[]
  problem: { errors: Record<string, string>; typed: TypedTerms } | undefined
  /** Whether packs were sold that no terms cover. */
  uncovered: boolean
  tomorrow: Day
  /** Whether these are the farm's first, which may start at any time. */
  isFirst: boolean
  seen: number
}

export const FarmTermsPage = (props: FarmTermsPageProps) => {
  const { farm, rows, problem, uncovered } = props
  return (
    <article class="statement">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffStatements()}>Farm statements</a>
        </p>
        <h1 class="desk__title">Terms of {farm.name}</h1>
        <p class="desk__intro">
          How the price of a pack is shared. The terms of the day a box is paid count for it, for good. The
          shop pays for promotions and rewards.
        </p>
      </header>
      {problem?.errors.seen && <Alert takesFocus>{problem.errors.seen}</Alert>}
      {uncovered && (
        <Alert>Packs were sold that no terms cover yet. Add terms that start before their day.</Alert>
      )}
      {rows.length === 0 ? (
        <p class="desk__intro">No terms yet, so nothing this farm sells is shared.</p>
      ) : (
        <TermsTable rows={rows} />
      )}
      <TermsForm {...props} />
    </article>
  )
}

const STATE_WORDS = { in_force: 'In force', coming: 'Coming', over: 'Over' } as const

const TermsTable = ({ rows }: { rows: TermsRow[] }) => (
  <section class="sheet" tabindex={0} aria-label="Terms">
    <table class="sheet__table sheet__table--cards sheet__table--narrow">
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Terms</th>
          <th scope="col">From</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row" class="sheet__reason">
              {row.offer?.name ?? (rows.some(({ offer }) => offer) ? 'All other packs' : 'All packs')}
            </th>
            <td class="sheet__reason" data-label="Terms">
              {termsWords(row)}
            </td>
            <td data-label="From">{formatDate(row.startsOn)}</td>
            <td data-label="State">{STATE_WORDS[row.state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

function TermsForm({ farm, offers, problem, tomorrow, isFirst, seen }: FarmTermsPageProps) {
  const typed = problem?.typed
  const error = fieldErrors(problem?.errors, ['percent', 'price', 'starts_on'])
  return (
    <Form method="post" action={paths.farmTerms(farm.slug)} class="statement__form">
      <h2>Add terms</h2>
      <input type="hidden" name="seen" value={String(seen)} />
      <label class="field">
        <span class="field__label">For</span>
        <select class="field__input" name="offer">
          <option value="">All packs without terms of their own</option>
          {offers.map(({ token, name, priceCents }) => (
            <option value={token} selected={token === typed?.offer}>
              {name} ({formatCents(priceCents)})
            </option>
          ))}
        </select>
      </label>
      <Ways kind={typed?.kind || 'commission'} error={problem?.errors.kind} />
      <Field
        id="terms_percent"
        name="percent"
        label="Commission in percent"
        hint="Of what shoppers pay for the pack. Only for a commission."
        inputmode="decimal"
        autocomplete="off"
        value={typed?.percent ?? ''}
        {...error('percent')}
      />
      <Field
        id="terms_price"
        name="price"
        label="Purchase price in dollars"
        hint="Per pack or per pound. Only if the shop buys."
        inputmode="decimal"
        autocomplete="off"
        value={typed?.price ?? ''}
        {...error('price')}
      />
      <label class="count-form__check">
        <input type="checkbox" name="above_ok" value="1" checked={typed?.above_ok === '1'} />
        Buy above the shop’s price
      </label>
      <Field
        id="terms_start"
        name="starts_on"
        label="From"
        type="date"
        required
        hint={
          isFirst
            ? "These are the farm's first terms, so they may start on any day, even in the past."
            : 'Tomorrow at the earliest, or before the first ones. They replace other terms that start on the same day.'
        }
        value={typed?.starts_on || tomorrow}
        {...error('starts_on')}
      />
      <button type="submit" class="button">
        Add terms
      </button>
    </Form>
  )
}

const WAYS: [kind: string, words: string][] = [
  ['commission', 'The farm sells, the shop keeps a commission'],
  ['pack', 'The shop buys, at a price per pack'],
  ['pound', 'The shop buys, at a price per pound'],
]

const Ways = ({ kind, error }: { kind: string; error: string | undefined }) => (
  <fieldset class="statement__ways">
    <legend class="field__label">Way</legend>
    {WAYS.map(([way, words]) => (
      <label class="count-form__check">
        <input type="radio" name="kind" value={way} checked={way === kind} />
        {words}
      </label>
    ))}
    {error && <p class="field__error">{error}</p>}
  </fieldset>
)
