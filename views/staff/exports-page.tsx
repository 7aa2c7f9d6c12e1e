import { paths } from '#src/paths.ts'
import { MAX_DAYS, type Range } from '#src/reports/range.ts'
import { AuthenticityToken } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'

type Kind = { id: string; title: string; about: string }

export const ExportsPage = ({ kinds, range }: { kinds: Kind[]; range: Range }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Exports</h1>
      <p class="desk__intro">
        CSV files for accounting, of the whole shop, at most {MAX_DAYS} days each. Who took which is in the
        audit trail. <a href={paths.staffReports()}>Back to the reports</a>
      </p>
    </header>
    <ul class="flag-list">
      {kinds.map((kind) => (
        <li class="flag">
          <h2 class="flag__title">{kind.title}</h2>
          <p>{kind.about}</p>
          <ExportForm kind={kind} range={range} />
        </li>
      ))}
    </ul>
  </>
)

const ExportForm = ({ kind: { id, title }, range }: { kind: Kind; range: Range }) => (
  <form class="report-range" method="post" action={paths.staffExport(id)} data-turbo="false">
    <AuthenticityToken value={usePage().token} />
    <label>
      From <input class="field__input" type="date" name="from" value={range.from} required />
    </label>
    <label>
      To <input class="field__input" type="date" name="to" value={range.to} required />
    </label>
    <button type="submit" class="button button--small">
      Download<span class="visually-hidden"> {title}</span>
    </button>
  </form>
)
