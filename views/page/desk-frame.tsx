import type { Child } from 'hono/jsx'
import type { DeskLink } from '#src/accounts/other-desks.ts'
import { paths } from '#src/paths.ts'
import { Icon, type IconName } from '../shared/icon.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'

export type DeskEntry = {
  title: string
  path: string
  icon: IconName
  /** How many wait there. */
  count: number
  isCurrent: boolean
  /** Whether what waits needs a person now. */
  isPressing?: boolean
  /** Its group in a long menu. */
  group?: string
}

type DeskFrameProps = {
  home: string
  /** The center or farm, for people who work at one. */
  place?: { name: string; where: string }
  entries: DeskEntry[]
  userName: string
  /** Where else this person works. */
  otherDesks: DeskLink[]
  children?: Child
}

/** The frame of the back office: where to go, what waits there, and the page. */
export function DeskFrame({ home, place, entries, userName, otherDesks, children }: DeskFrameProps) {
  const { store, flash } = usePage()
  return (
    <div class="desk">
      <header class="rail">
        <a class="logo" href={home}>
          {store.name}
        </a>
        {place && (
          <p class="rail__place">
            <b>{place.name}</b>
            {place.where}
          </p>
        )}
        {entries.some(({ group }) => group) ? (
          <GroupedNav entries={entries} />
        ) : (
          <FlatNav entries={entries} />
        )}
        <p class="rail__foot">
          {userName}
          {otherDesks.map(({ title, path }) => (
            <a href={path}>{title}</a>
          ))}
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

const FlatNav = ({ entries }: Pick<DeskFrameProps, 'entries'>) => (
  <nav class="rail__nav" aria-label="Back office">
    <List entries={entries} />
  </nav>
)

const List = ({ entries }: Pick<DeskFrameProps, 'entries'>) => (
  <ul class="rail__list">
    {entries.map((entry) => (
      <Entry {...entry} />
    ))}
  </ul>
)

/** A long menu folds on a phone, where it would push the page down. */
function GroupedNav({ entries }: Pick<DeskFrameProps, 'entries'>) {
  const current = entries.find(({ isCurrent }) => isCurrent)
  return (
    <>
      <details class="rail__fold">
        <summary class="rail__link">
          <Icon name="menu" />
          {current?.title ?? 'Menu'}
        </summary>
        <nav aria-label="Back office, all pages">
          <Groups entries={entries} />
        </nav>
      </details>
      <nav class="rail__nav rail__nav--wide" aria-label="Back office">
        <Groups entries={entries} />
      </nav>
    </>
  )
}

const Groups = ({ entries }: Pick<DeskFrameProps, 'entries'>) => (
  <>
    {[...new Set(entries.map(({ group = '' }) => group))].map((title) => (
      <div class="rail__group">
        {title && <p class="rail__title">{title}</p>}
        <List entries={entries.filter(({ group = '' }) => group === title)} />
      </div>
    ))}
  </>
)

const Entry = ({ title, path, icon, count, isCurrent, isPressing = true }: DeskEntry) => (
  <li>
    <a class="rail__link" href={path} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      {title}
      {count > 0 && (
        <span class={isPressing ? 'rail__count' : 'rail__count rail__count--quiet'}>
          {count}
          <span class="visually-hidden"> open</span>
        </span>
      )}
    </a>
  </li>
)
