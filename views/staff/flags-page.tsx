import { paths } from '#src/paths.ts'
import type { FlagFilters } from '#src/staff/flag-filters.ts'
import type { FlagList } from '#src/staff/flags.ts'
import { Pager } from '../catalog/pager.tsx'
import { FoldedFlag } from './flag.tsx'
import type { FlagDesk } from './flag-forms.tsx'
import { waitingSentence } from './waiting.ts'

type Query = Record<string, string | undefined>

type FlagsPageProps = {
  list: FlagList
  filters: FlagFilters
  /** As it stands in the address. */
  query: Query
  desk: FlagDesk
}

export const FlagsPage = ({ list, filters, query, desk }: FlagsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Flags</h1>
      <p class="desk__intro">
        {filters.state === 'open' ? waitingSentence(list, desk.now) : `${list.total} resolved.`}
      </p>
    </header>
    <FlagFilterChips query={query} />
    {list.total === 0 ? (
      <NoFlags query={query} />
    ) : (
      <ul class="flag-list">
        {list.flags.map((flag) => (
          <FoldedFlag flag={flag} desk={desk} />
        ))}
      </ul>
    )}
    <Pager page={list.page} pages={list.pages} path={paths.flags({ ...query, page: undefined })} />
  </>
)

/** A link for each value, by the name of the filter. The first value is the usual one. */
const FILTERS: Record<string, [label: string, value: string | undefined][]> = {
  state: [
    ['Open', undefined],
    ['Resolved', 'resolved'],
  ],
  owner: [
    ['Everyone', undefined],
    ['Mine', 'me'],
    ['No owner', 'nobody'],
  ],
  area: [
    ['Everything', undefined],
    ['Money', 'money'],
    ['Addresses', 'addresses'],
    ['The shop', 'shop'],
  ],
}

const FlagFilterChips = ({ query }: { query: Query }) => (
  <nav class="flag-filters" aria-label="Filters">
    {Object.entries(FILTERS).map(([name, values]) => (
      <ul class="chips">
        {values.map(([label, value]) => (
          <Chip
            label={label}
            query={{ ...query, kind: undefined, [name]: value }}
            isCurrent={query[name] === value}
          />
        ))}
      </ul>
    ))}
  </nav>
)

type ChipProps = { label: string; query: Record<string, string | undefined>; isCurrent: boolean }

const Chip = ({ label, query, isCurrent }: ChipProps) => (
  <li>
    <a
      class="chip"
      href={paths.flags({ ...query, page: undefined })}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {label}
    </a>
  </li>
)

const NoFlags = ({ query }: { query: Query }) =>
  Object.values(query).some(Boolean) ? (
    <section class="empty">
      <h2 class="empty__title">No flags match these filters</h2>
      <a class="button button--quiet" href={paths.flags()}>
        See all open flags
      </a>
    </section>
  ) : (
    <section class="empty">
      <h2 class="empty__title">Nothing needs a person</h2>
      <p class="empty__words">
        Payments that don't fit, jobs that gave up and addresses that nobody confirms show up here.
      </p>
    </section>
  )
