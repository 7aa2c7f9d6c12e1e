import type { FulfillmentCenter } from '#db/schema/index.ts'
import { counted } from '#src/counted.ts'
import type { Day } from '#src/day.ts'
import { formatDay } from '#src/day.ts'
import type { BoxList } from '#src/fulfillment/board.ts'
import {
  BOXES_PER_PAGE,
  type BoardFilters,
  type BoardState,
  boardQuery,
} from '#src/fulfillment/board-filters.ts'
import type { ShipDay } from '#src/fulfillment/ship-days.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { Island } from '../shared/island.tsx'
import { type BoardLive, BoardNews } from './board-news.tsx'
import { type BoxSort, BoxTable } from './box-table.tsx'
import { DeskSearch } from './desk-search.tsx'
import { ListKeys } from './list-keys.tsx'
import { ShipDayStrip } from './ship-day-strip.tsx'

type OrdersPageProps = {
  center: FulfillmentCenter
  today: Day
  list: BoxList
  filters: BoardFilters
  days: ShipDay[]
  live: BoardLive
  /** Names one press of "Export to a wave". */
  press: string
}

export function OrdersPage({ center, today, list, filters, days, live, press }: OrdersPageProps) {
  const hrefFor = (changed: Partial<BoardFilters>) =>
    paths.centerOrders(center.slug, boardQuery({ ...filters, ...changed }))
  return (
    <>
      <header class="desk__head desk__head--row">
        <div>
          <h1 class="desk__title">Orders</h1>
          <p class="desk__intro">{totalSentence(list, filters)}</p>
        </div>
        <DeskSearch
          action={paths.centerOrders(center.slug)}
          id="order_search"
          label="Order, name, email or ZIP"
          searched={filters.searched}
          kept={boardQuery({ ...filters, searched: '' })}
        />
      </header>
      <ShipDayStrip
        days={days}
        today={today}
        chosen={filters.shipOn}
        hrefOf={(shipOn) => hrefFor({ shipOn })}
      />
      <BoardNews {...live} />
      <StateTabs counts={list.counts} current={filters.state} hrefOf={(state) => hrefFor({ state })} />
      <FilterChips filters={filters} hrefFor={hrefFor} />
      {list.total === 0 ? (
        <NoBoxes center={center} isNarrowed={isNarrowed(filters)} />
      ) : (
        <>
          <SelectionForm center={center} list={list} filters={filters} press={press} />
          <Pager page={list.page} pages={list.pages} path={hrefFor({})} />
        </>
      )}
    </>
  )
}

type SelectionFormProps = Pick<OrdersPageProps, 'center' | 'list' | 'filters' | 'press'>

/** Works as a plain form; with scripts, the dialog takes over. */
function SelectionForm({ center, list, filters, press }: SelectionFormProps) {
  const query = boardQuery(filters)
  const exportUrl = paths.exportOrders(center.slug)
  return (
    <div data-controller="list-keys" data-action="keydown@window->list-keys#press">
      <Form
        method="post"
        action={paths.exportOrders(center.slug, query)}
        data-controller="order-selection"
        data-order-selection-total-value={String(list.total)}
        data-action={SELECTION_ACTIONS}
      >
        <input type="hidden" name="press" value={press} />
        <BoxTable boxes={list.boxes} canSelect sort={sortOf(center, filters)} />
        <div class="selection-bar selection-bar--empty" data-order-selection-target="bar">
          <p data-order-selection-target="words" role="status" />
          <button
            type="submit"
            class="selection-bar__button"
            name="select_all"
            value="true"
            data-order-selection-target="all"
            data-action="order-selection#selectAll"
          >
            Select all {list.total}
          </button>
          <button type="submit" class="button" aria-keyshortcuts="e">
            Export to a wave
          </button>
          <button
            type="reset"
            class="selection-bar__button"
            aria-keyshortcuts="Escape"
            data-action="order-selection#clear"
          >
            Clear
          </button>
        </div>
      </Form>
      <ListKeys />
      <Island name="export-dialog" props={{ exportUrl, filters: queryText(query), press }} />
    </div>
  )
}

const sortOf = (center: FulfillmentCenter, filters: BoardFilters): BoxSort => ({
  current: filters.sort,
  hrefOf: (sort) => paths.centerOrders(center.slug, boardQuery({ ...filters, sort })),
})

const SELECTION_ACTIONS = [
  'submit->order-selection#export',
  'orders:exported@window->order-selection#refresh',
].join(' ')

const queryText = (query: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])),
  ).toString()

function totalSentence({ total, page }: BoxList, { shipOn }: BoardFilters): string {
  const what = counted(total, 'order', 'orders')
  const where = shipOn === null ? '' : ` shipping ${formatDay(shipOn, 'long')}`
  const first = (page - 1) * BOXES_PER_PAGE + 1
  const shown = total > BOXES_PER_PAGE ? `, ${first}–${Math.min(first + BOXES_PER_PAGE - 1, total)} here` : ''
  return `${what}${where}${shown}.`
}

const TABS: [label: string, state: BoardState | null][] = [
  ['All', null],
  ['Needs a hand', 'needs_a_hand'],
  ['Weather', 'weather'],
  ['Ready', 'ready'],
  ['In a wave', 'in_wave'],
  ['Shipped', 'shipped'],
]

type TabsProps = {
  counts: BoxList['counts']
  current: BoardState | null
  hrefOf: (state: BoardState | null) => string
}

const StateTabs = ({ counts, current, hrefOf }: TabsProps) => (
  <nav class="desk-tabs" aria-label="States">
    <ul class="desk-tabs__list">
      {TABS.map(([label, state]) => (
        <li>
          <a class="desk-tab" href={hrefOf(state)} aria-current={state === current ? 'page' : undefined}>
            {label} <span class="desk-tab__count">{counts[state ?? 'all']}</span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

type ChipsProps = { filters: BoardFilters; hrefFor: (changed: Partial<BoardFilters>) => string }

/** What narrows the list besides its day and tab, each with its way off, and what else could. */
const FilterChips = ({ filters, hrefFor }: ChipsProps) => (
  <nav class="flag-filters" aria-label="Filters">
    <ul class="chips">
      <Chip
        label="In a wave"
        isOn={filters.inWave === true}
        href={hrefFor({ inWave: off(filters.inWave, true) })}
      />
      <Chip
        label="In no wave"
        isOn={filters.inWave === false}
        href={hrefFor({ inWave: off(filters.inWave, false) })}
      />
      <Chip label="Held" isOn={filters.held === true} href={hrefFor({ held: off(filters.held, true) })} />
      {filters.searched !== '' && (
        <Chip label={`“${filters.searched}”`} isOn href={hrefFor({ searched: '' })} />
      )}
    </ul>
  </nav>
)

/** Choosing a filter that is on removes it. */
const off = (current: boolean | null, wanted: boolean) => (current === wanted ? null : wanted)

const Chip = ({ label, isOn, href }: { label: string; isOn: boolean; href: string }) => (
  <li>
    <a class="chip" href={href} aria-current={isOn ? 'true' : undefined}>
      {label}
      {isOn && (
        <>
          <Icon name="close" />
          <span class="visually-hidden">Remove this filter</span>
        </>
      )}
    </a>
  </li>
)

const isNarrowed = ({ sort: _, ...filters }: BoardFilters) =>
  Object.values(filters).some((filter) => filter !== null && filter !== '')

const NoBoxes = ({ center, isNarrowed }: { center: FulfillmentCenter; isNarrowed: boolean }) =>
  isNarrowed ? (
    <section class="empty">
      <h2 class="empty__title">No orders match</h2>
      <p class="empty__words">Try another day or state.</p>
      <a class="button button--quiet" href={paths.centerOrders(center.slug)}>
        See all orders
      </a>
    </section>
  ) : (
    <section class="empty">
      <h2 class="empty__title">No orders yet</h2>
      <p class="empty__words">Each paid order that ships from this center shows up here.</p>
    </section>
  )
