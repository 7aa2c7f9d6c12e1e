import { type Day, formatDate } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { MAX_DAYS, PERIODS, type Range } from '#src/reports/range.ts'
import type { Column, Report, ReportData, Row } from '#src/reports/report.ts'
import { Alert } from '../shared/alert.tsx'
import { ReportChart, shown } from './chart.tsx'

type ReportsPageProps = {
  reports: readonly Report[]
  report: Report
  data: ReportData
  range: Range
  /** Days that the other reports show, too; null for the usual ones of each. */
  kept: { from: string; to: string } | null
  /** Orders that changed and aren't added up yet. */
  waiting: number
  problem: string | null
  /** Days that were refused, to be corrected. */
  typed: { from: string; to: string } | null
}

export const ReportsPage = ({
  reports,
  report,
  data,
  range,
  kept,
  waiting,
  problem,
  typed,
}: ReportsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">{report.title}</h1>
      <p class="desk__intro">{data.sentence}</p>
    </header>
    <nav class="report-tabs" aria-label="Reports">
      <ul class="chips">
        {reports.map(({ id, title }) => (
          <li>
            <a
              class="chip"
              href={paths.staffReports({ report: id, ...kept })}
              aria-current={id === report.id ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {problem && (
      <Alert takesFocus>
        {problem}
        {!report.isOfAllTime && ` Shown: ${formatDate(range.from)} to ${formatDate(range.to)}.`}
      </Alert>
    )}
    {!report.isOfAllTime && <RangeForm report={report} range={range} typed={typed ?? range} />}
    {waiting > 0 && (
      <p role="status">
        {waiting === 1 ? '1 changed order is' : `${waiting} changed orders are`} still being added up. Reload
        in a minute to see them.
      </p>
    )}
    {data.rows.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">Nothing here yet</h2>
        <p class="empty__words">
          {report.isOfAllTime
            ? 'Come back when orders have come in.'
            : 'Choose other days, or come back when orders have come in.'}
        </p>
      </section>
    ) : (
      <>
        {data.chart && (
          <figure class="report-chart" tabindex={0}>
            <ReportChart chart={data.chart} rows={data.rows} sentence={data.sentence} />
            <figcaption>
              {data.chart.label}
              {data.chart.before && '; dashed: the period before'}
            </figcaption>
          </figure>
        )}
        <ReportTable data={data} title={report.title} />
      </>
    )}
    {data.note && <p class="report-note">{data.note}</p>}
    <p class="report-note report-links">
      <a href={paths.staffReports({ ...inQuery(report, range), format: 'csv' })} data-turbo="false">
        Download as CSV
      </a>
      <a href={paths.staffExports()}>Exports for accounting</a>
      <button type="button" class="link-button" data-controller="print" data-action="print#print">
        Print
      </button>
    </p>
  </>
)

const inQuery = ({ id }: Report, { from, to, by }: Range) => ({ report: id, from, to, by })

type RangeFormProps = Pick<ReportsPageProps, 'report' | 'range'> & { typed: { from: string; to: string } }

const RangeForm = ({ report, range, typed }: RangeFormProps) => (
  <form class="report-range" method="get" action={paths.staffReports()}>
    <input type="hidden" name="report" value={report.id} />
    <label>
      From <input class="field__input" type="date" name="from" value={typed.from} required />
    </label>
    <label>
      To <input class="field__input" type="date" name="to" value={typed.to} required />
    </label>
    <label>
      By{' '}
      <select class="field__input" name="by">
        {PERIODS.map((period) => (
          <option value={period} selected={period === range.by}>
            {period}
          </option>
        ))}
      </select>
    </label>
    <button type="submit" class="button button--small">
      Show
    </button>
    <p class="report-range__hint">At most {MAX_DAYS} days. A day begins at midnight in New York.</p>
  </form>
)

const ReportTable = ({ data: { columns, rows, total }, title }: { data: ReportData; title: string }) => (
  <section class="report-scroll" aria-label={title} tabindex={0}>
    <table class="report-table">
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th scope="col">{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow columns={columns} row={row} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <TableRow columns={columns} row={total} />
        </tfoot>
      )}
    </table>
  </section>
)

const TableRow = ({ columns, row }: { columns: Column[]; row: Row }) => (
  <tr>
    {columns.map(({ key, kind }, at) =>
      at === 0 ? <th scope="row">{labelOf(row, key, kind)}</th> : <td>{shown(row[key], kind)}</td>,
    )}
  </tr>
)

const labelOf = (row: Row, key: string, kind: Column['kind']) =>
  kind === 'day' && /^\d{4}-/.test(String(row[key])) ? formatDate(row[key] as Day) : String(row[key] ?? '')
