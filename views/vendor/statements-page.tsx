import type { Farm } from '#db/schema/index.ts'
import { periodTitle } from '#src/farm-money/periods.ts'
import type { StatementView } from '#src/farm-money/statement-view.ts'
import type { Statement } from '#src/farm-money/statements.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { PayoutsTable } from '../farm-money/payouts-table.tsx'
import { downloadWords, StatementLines, StatementSums, stateWords } from '../farm-money/statement-parts.tsx'

type StatementsPageProps = { farm: Farm; statements: Statement[]; page: number; pages: number }

export const FarmStatementsPage = ({ farm, statements, page, pages }: StatementsPageProps) => (
  <>
    <header class="farm-desk__head">
      <p>{farm.name}</p>
      <h1 class="farm-desk__title">Statements</h1>
      <p>What you sold each month, and what we paid you for it.</p>
    </header>
    {statements.length === 0 ? (
      <p>Nothing yet. Your first statement begins with your first sale.</p>
    ) : (
      <section class="sheet" tabindex={0} aria-label="Statements">
        <table class="sheet__table sheet__table--cards sheet__table--narrow">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">State</th>
              <th scope="col" class="sheet__figure">
                Sold
              </th>
              <th scope="col" class="sheet__figure">
                Owed to you
              </th>
              <th scope="col" class="sheet__figure">
                Paid
              </th>
            </tr>
          </thead>
          <tbody>
            {statements.map((statement) => (
              <Row farm={farm} statement={statement} />
            ))}
          </tbody>
        </table>
      </section>
    )}
    <Pager page={page} pages={pages} path={paths.farmStatements(farm.slug)} />
  </>
)

const Row = ({ farm, statement }: { farm: Farm; statement: Statement }) => (
  <tr>
    <th scope="row" class="sheet__code">
      <a href={paths.farmStatement(farm.slug, statement.period)}>{periodTitle(statement.period)}</a>
    </th>
    <td data-label="State">{statement.closed ? 'Closed' : 'Open'}</td>
    <td class="sheet__figure" data-label="Sold">
      {formatCents(statement.soldCents)}
    </td>
    <td class="sheet__figure" data-label="Owed to you">
      {formatCents(statement.owedCents)}
    </td>
    <td class="sheet__figure" data-label="Paid">
      {statement.closed ? formatCents(statement.paidCents) : ''}
    </td>
  </tr>
)

export const FarmStatementPage = ({ farm, view }: { farm: Farm; view: StatementView }) => {
  const { statement, lines, payouts, page, pages, total } = view
  return (
    <>
      <header class="farm-desk__head">
        <p>
          <a href={paths.farmStatements(farm.slug)}>Statements</a>
        </p>
        <h1 class="farm-desk__title">{periodTitle(statement.period)}</h1>
        <p>{stateWords(statement)}</p>
      </header>
      <StatementSums statement={statement} reader="farm" />
      {payouts.length > 0 && (
        <>
          <h2 class="farm-forms__title">Payouts</h2>
          <PayoutsTable payouts={payouts} />
        </>
      )}
      <h2 class="farm-forms__title">Lines</h2>
      {lines.length === 0 ? <p>Nothing was sold in this month.</p> : <StatementLines lines={lines} />}
      <Pager page={page} pages={pages} path={paths.farmStatement(farm.slug, statement.period)} />
      {total > 0 && (
        <p>
          <a href={paths.farmStatementCsv(farm.slug, statement.period)} data-turbo="false">
            {downloadWords(total)}
          </a>
        </p>
      )}
    </>
  )
}
