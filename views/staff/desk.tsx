import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import type { Counts } from '#src/staff/overview.ts'
import { Icon, type IconName } from '../shared/icon.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'

export type DeskPage = 'today' | 'flags' | 'jobs' | 'data_requests'

type DeskProps = { current: DeskPage; counts: Counts; userName: string; children?: Child }

/** The frame of the back office: where to go, what waits there, and the page. */
export function Desk({ current, counts, userName, children }: DeskProps) {
  const { store, flash } = usePage()
  return (
    <div class="desk">
      <header class="rail">
        <a class="logo" href={paths.staff()}>
          {store.name}
        </a>
        <nav class="rail__nav" aria-label="Back office">
          <ul class="rail__list">
            {entries(counts).map((entry) => (
              <Entry {...entry} isCurrent={entry.page === current} />
            ))}
          </ul>
        </nav>
        <p class="rail__foot">
          {userName}
          <a href={paths.home()}>Back to the shop</a>
        </p>
      </header>
      <main id="main" class="desk__main" tabindex={-1}>
        <div id="flash" class="flash" role="status">
          {flash && <Notice {...flash} />}
        </div>
        {children}
      </main>
    </div>
  )
}

type EntryFacts = { page: DeskPage; title: string; path: string; icon: IconName; count: number }

const entries = ({ flags, failedJobs, dataRequests }: Counts): EntryFacts[] => [
  { page: 'today', title: 'Today', path: paths.staff(), icon: 'today', count: 0 },
  { page: 'flags', title: 'Flags', path: paths.flags(), icon: 'flag', count: flags },
  { page: 'jobs', title: 'Jobs', path: paths.staffJobs(), icon: 'again', count: failedJobs },
  {
    page: 'data_requests',
    title: 'Data requests',
    path: paths.dataRequests(),
    icon: 'account',
    count: dataRequests,
  },
]

const Entry = ({ title, path, icon, count, isCurrent }: EntryFacts & { isCurrent: boolean }) => (
  <li>
    <a class="rail__link" href={path} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      {title}
      {count > 0 && (
        <span class="rail__count">
          {count}
          <span class="visually-hidden"> open</span>
        </span>
      )}
    </a>
  </li>
)
