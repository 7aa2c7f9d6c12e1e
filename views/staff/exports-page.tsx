import { formatDate } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { MAX_DAYS, type Range } from '#src/reports/range.ts'
import type { StaffExportDetail } from '#src/staff/export-detail.ts'
import { Alert } from '../shared/alert.tsx'
import { AuthenticityToken } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { type RefusedForm, typedIn, typedText } from '../shared/refused-form.ts'

type ScopeName = 'center' | 'farm'
type Kind = {
  id: string
  title: string
  about: string
  scopes: readonly ScopeName[]
  /** Of the kind's button. */
  press: string
}
type Places = Record<ScopeName, { slug: string; name: string }[]>

type ExportsPageProps = {
  kinds: Kind[]
  jobs: StaffExportDetail[]
  range: Range
  places: Places
  problem: string | undefined
  /** Shows again with what was typed. */
  refused: RefusedForm | null
}

export const ExportsPage = ({ kinds, jobs, range, places, problem, refused }: ExportsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Exports</h1>
      <p class="desk__intro">
        CSV files for accounting, at most {MAX_DAYS} days each. Who took which is in the audit trail.{' '}
        <a href={paths.staffReports()}>Back to the reports</a>
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    {jobs.length > 0 && <YourExports jobs={jobs} kinds={kinds} />}
    <ul class="flag-list">
      {kinds.map((kind) => (
        <li class="flag">
          <h2 class="flag__title">{kind.title}</h2>
          <p>{kind.about}</p>
          <ExportForm {...{ kind, range, places, refused }} />
        </li>
      ))}
    </ul>
  </>
)

/** The long ones, which are written in the background. */
const YourExports = ({ jobs, kinds }: { jobs: StaffExportDetail[]; kinds: Kind[] }) => (
  <section aria-labelledby="your_exports">
    <h2 class="desk__section" id="your_exports">
      Yours of the last 24 hours
    </h2>
    <ul>
      {jobs.map((job) => (
        <li>
          <a href={paths.staffExportJob(job.job_id)}>
            {kinds.find(({ id }) => id === job.kind)?.title ?? job.kind}, {formatDate(job.from)} to{' '}
            {formatDate(job.to)}
          </a>{' '}
          {job.message ?? job.error_message ?? `${job.progress}% done`}
        </li>
      ))}
    </ul>
  </section>
)

type ExportFormProps = Pick<ExportsPageProps, 'range' | 'places' | 'refused'> & { kind: Kind }

const ExportForm = ({ kind: { id, title, scopes, press }, range, places, refused }: ExportFormProps) => {
  const action = paths.staffExport(id)
  const typed = typedIn(refused, action)
  return (
    <form class="report-range" method="post" action={action} data-turbo="false">
      <AuthenticityToken value={usePage().token} />
      <input type="hidden" name="press" value={press} />
      <label>
        From{' '}
        <input
          class="field__input"
          type="date"
          name="from"
          value={typedText(typed, 'from') ?? range.from}
          required
        />
      </label>
      <label>
        To{' '}
        <input
          class="field__input"
          type="date"
          name="to"
          value={typedText(typed, 'to') ?? range.to}
          required
        />
      </label>
      {scopes.map((scope) => (
        <label>
          {SCOPE_LABELS[scope]}{' '}
          <select class="field__input" name={scope}>
            <option value="">All</option>
            {places[scope].map(({ slug, name }) => (
              <option value={slug} selected={slug === typedText(typed, scope)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button type="submit" class="button button--small">
        Download<span class="visually-hidden"> {title}</span>
      </button>
    </form>
  )
}

const SCOPE_LABELS = { center: 'Center', farm: 'Farm' } as const
