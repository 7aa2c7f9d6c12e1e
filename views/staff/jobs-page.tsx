import type { Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import type { JobState } from '#src/jobs/manage.ts'
import { jobTitle } from '#src/jobs/words.ts'
import { paths } from '#src/paths.ts'
import type { ListedJob } from '#src/staff/jobs.ts'
import { Pager } from '../catalog/pager.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { formatAge } from './waiting.ts'

type JobsPageProps = {
  jobs: ListedJob[]
  total: number
  page: number
  pages: number
  state: JobState
  now: Instant
}

const LABELS: Record<JobState, string> = {
  failed: 'Failed',
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
}

export const JobsPage = ({ jobs, total, page, pages, state, now }: JobsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Jobs</h1>
      <p class="desk__intro">
        Emails, refunds and whatever else follows an order. A job that gave up has a flag, where you can try
        it again.
      </p>
    </header>
    <nav class="flag-filters" aria-label="Filters">
      <ul class="chips">
        {(Object.keys(LABELS) as JobState[]).map((name) => (
          <li>
            <a
              class="chip"
              href={paths.staffJobs({ state: name })}
              aria-current={name === state ? 'true' : undefined}
            >
              {LABELS[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {total === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No jobs here</h2>
        <p class="empty__words">
          {state === 'failed' ? 'Everything that had to be done has been done.' : 'Look at another state.'}
        </p>
      </section>
    ) : (
      <ul class="flag-list">
        {jobs.map((listed) => (
          <JobRow listed={listed} now={now} />
        ))}
      </ul>
    )}
    <Pager page={page} pages={pages} path={paths.staffJobs({ state })} />
  </>
)

const JobRow = ({ listed: { job, flagId }, now }: { listed: ListedJob; now: Instant }) => (
  <li class="flag">
    <div class="flag__row">
      <Icon name={job.state === 'done' ? 'check' : 'again'} />
      <span class="flag__words">
        <b>{jobTitle(job.kind)}</b>
        <span class="flag__detail">{job.error ?? `Job ${job.id}`}</span>
      </span>
      <span class="flag__age">{timeWords(job, now)}</span>
      {flagId !== null && (
        <a class="button button--small button--quiet" href={paths.flag(flagId)}>
          Solve
        </a>
      )}
    </div>
  </li>
)

function timeWords({ state, attempts, runAt, finishedAt }: ListedJob['job'], now: Instant): string {
  if (state === 'queued') return runAt > now ? `Runs ${formatMoment(runAt, SHOP_ZONE)}` : 'Due now'
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  return finishedAt === null ? tries : `${tries}, ${formatAge(now - finishedAt)} ago`
}
