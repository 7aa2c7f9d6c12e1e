import { periodTitle } from '#src/farm-money/periods.ts'
import type { DueStatement, FarmStatementRow, MonthSplit } from '#src/farm-money/statement-list.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import {
  leftCents,
  STATEMENT_STATES,
  type StatementFilters,
  type StatementSort,
  type StatementState,
} from '#src/staff/statement-filters.ts'
import { Form } from '../shared/form.tsx'
import { MonthSplitTable } from './month-split.tsx'

type StatementsPageProps = {
  rows: FarmStatementRow[]
  months: string[]
  due: DueStatement[]
  split: MonthSplit
  filters: StatementFilters
  /** Orders whose latest change isn't counted yet. */
  waiting: number
}

export const StatementsPage = (props: StatementsPageProps) => {
  const { rows, due, split, filters, waiting } = props
  return (
    <>
      <header class="desk__head">
        <h1 class="desk__title">Farm statements</h1>
        <p class="desk__intro">What each farm sold in a month, what it is owed for it, and what you paid.</p>
        {waiting > 0 && (
          <p class="desk__intro">
            {waiting === 1 ? '1 order changed' : `${waiting} orders changed`} in the last minute and will be
            counted in a moment.
          </p>
        )}
      </header>
      {due.length > 0 && <ToPay due={due} />}
      <MonthChoice {...props} />
      <StateChips filters={filters} />
      {rows.length === 0 ? (
        <NoStatements filters={filters} />
      ) : (
        <StatementTable rows={rows} filters={filters} />
      )}
      <h2 class="desk__section">Where the money of {periodTitle(filters.month)} goes</h2>
      <MonthSplitTable split={split} />
    </>
  )
}

const ToPay = ({ due }: { due: DueStatement[] }) => (
  <section class="statements-due" aria-label="To pay">
    <h2 class="statements-due__title">
      To pay: {formatCents(due.reduce((sum, { owedCents, paidCents }) => sum + owedCents - paidCents, 0))}
    </h2>
    <ul>
      {due.map(({ slug, name, period, owedCents, paidCents }) => (
        <li>
          <a href={paths.staffStatement(slug, period)}>
            {name}, {periodTitle(period)}
          </a>
          : {formatCents(owedCents - paidCents)}
        </li>
      ))}
    </ul>
  </section>
)

const MonthChoice = ({ months, filters }: StatementsPageProps) => (
  <Form method="get" action={paths.staffStatements()} class="statements-month">
    {filters.state && <input type="hidden" name="state" value={filters.state} />}
    {filters.sort !== 'farm' && <input type="hidden" name="sort" value={filters.sort} />}
    <label>
      Month
      <select name="month">
        {[...new Set([filters.month, ...months])]
          .sort()
          .reverse()
          .map((month) => (
            <option value={month} selected={month === filters.month}>
              {periodTitle(month)}
            </option>
          ))}
      </select>
    </label>
    <button type="submit" class="button button--quiet">
      Show
    </button>
  </Form>
)

const STATE_WORDS: Record<StatementState, string> = { open: 'Open', closed: 'Closed', to_pay: 'To pay' }

const pathWith = ({ month, state, sort }: StatementFilters): string =>
  paths.staffStatements({ month, state, sort: sort === 'farm' ? null : sort })

const StateChips = ({ filters }: { filters: StatementFilters }) => (
  <nav class="flag-filters" aria-label="Filters">
    <ul class="chips">
      {[null, ...STATEMENT_STATES].map((state) => (
        <li>
          <a
            class="chip"
            href={pathWith({ ...filters, state })}
            aria-current={filters.state === state ? 'true' : undefined}
          >
            {state ? STATE_WORDS[state] : 'All farms'}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const NoStatements = ({ filters }: { filters: StatementFilters }) =>
  filters.state ? (
    <section class="empty">
      <h2 class="empty__title">No farms match</h2>
      <a class="button button--quiet" href={pathWith({ ...filters, state: null })}>
        See all farms
      </a>
    </section>
  ) : (
    <section class="empty">
      <h2 class="empty__title">No farms yet</h2>
      <p class="empty__words">Each farm that you add gets a statement for every month.</p>
      <a class="button button--quiet" href={paths.staffFarms()}>
        Add a farm
      </a>
    </section>
  )

type TableProps = { rows: FarmStatementRow[]; filters: StatementFilters }

/** Rare parts of a sum, whose columns show once a farm has any, so that each row adds up to what is owed. */
const RARE: [title: string, centsOf: (row: FarmStatementRow) => number][] = [
  ['Given away', ({ givenCents }) => givenCents],
  ['Carried over', ({ carriedCents }) => carriedCents],
]

const rareIn = (rows: FarmStatementRow[]) =>
  RARE.filter(([, centsOf]) => rows.some((row) => centsOf(row) !== 0))

const StatementTable = ({ rows, filters }: TableProps) => (
  <section class="sheet" tabindex={0} aria-label="Statements">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <SortHead title="Farm" sort="farm" filters={filters} />
          <th scope="col">State</th>
          <SortHead title="Sold" sort="sold" filters={filters} />
          <th scope="col" class="sheet__figure">
            Taken off
          </th>
          {rareIn(rows).map(([title]) => (
            <th scope="col" class="sheet__figure">
              {title}
            </th>
          ))}
          <th scope="col" class="sheet__figure">
            Commission
          </th>
          <SortHead title="Owed" sort="owed" filters={filters} />
          <SortHead title="Left to pay" sort="left" filters={filters} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row row={row} rare={rareIn(rows)} />
        ))}
      </tbody>
    </table>
  </section>
)

type SortHeadProps = { title: string; sort: StatementSort; filters: StatementFilters }

const SortHead = ({ title, sort, filters }: SortHeadProps) => (
  <th
    scope="col"
    class={sort === 'farm' ? undefined : 'sheet__figure'}
    aria-sort={filters.sort !== sort ? undefined : sort === 'farm' ? 'ascending' : 'descending'}
  >
    <a class="sheet__sort" href={pathWith({ ...filters, sort })}>
      {title}
    </a>
  </th>
)

const Row = ({ row, rare }: { row: FarmStatementRow; rare: typeof RARE }) => (
  <tr>
    <th scope="row" class="sheet__code">
      <a href={paths.staffStatement(row.slug, row.period)}>{row.name}</a>
    </th>
    <td data-label="State">
      {row.lacksTerms ? <a href={paths.farmTerms(row.slug)}>Needs terms</a> : stateOf(row)}
    </td>
    <td class="sheet__figure" data-label="Sold">
      {formatCents(row.soldCents)}
    </td>
    <td class="sheet__figure" data-label="Taken off">
      {formatCents(row.refundedCents + row.shortCents + row.weightCents + row.claimCents)}
    </td>
    {rare.map(([title, centsOf]) => (
      <td class="sheet__figure" data-label={title}>
        {formatCents(centsOf(row))}
      </td>
    ))}
    <td class="sheet__figure" data-label="Commission">
      {formatCents(row.feeCents)}
    </td>
    <td class="sheet__figure" data-label="Owed">
      {formatCents(row.owedCents)}
    </td>
    <td class="sheet__figure" data-label="Left to pay">
      {row.closed ? formatCents(leftCents(row)) : ''}
    </td>
  </tr>
)

const stateOf = (row: FarmStatementRow): string => {
  if (!row.closed) return 'Open'
  return leftCents(row) > 0 ? 'Closed' : 'Settled'
}
