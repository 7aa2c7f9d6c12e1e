import { formatDay } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { OrderList, OrderRow } from '#src/staff/orders/list.ts'
import { ORDER_TABS, type OrderFilters, type OrderTab, orderQuery } from '#src/staff/orders/rules.ts'
import { DeskSearch } from '../../fulfillment/desk-search.tsx'
import { Form } from '../../shared/form.tsx'
import { Icon } from '../../shared/icon.tsx'
import { shortMoment } from '../../shared/local-time.ts'
import { CsvForm } from '../csv-form.tsx'
import { buyerOf, cardOf, notesOf, placeOf, stateOf } from './order-cells.ts'

type OrdersPageProps = {
  list: OrderList
  filters: OrderFilters
  centers: { slug: string; name: string }[]
}

type HrefFor = (changed: Partial<OrderFilters>) => string

export function OrdersPage({ list, filters, centers }: OrdersPageProps) {
  const hrefFor: HrefFor = (changed) => paths.staffOrders(orderQuery({ ...filters, after: null, ...changed }))
  return (
    <>
      <header class="desk__head desk__head--row">
        <div>
          <h1 class="desk__title">Orders</h1>
          <p class="desk__intro">
            Find an order by anything a caller can tell you, or{' '}
            <a href={paths.staffDrafts()}>fill a box for them</a>.
          </p>
        </div>
        <DeskSearch
          action={paths.staffOrders()}
          id="order_search"
          label="Order, name, email, phone, street, ZIP, card"
          searched={filters.searched}
          kept={orderQuery({ ...filters, searched: '', after: null })}
        />
      </header>
      <StateTabs current={filters.state} hrefFor={hrefFor} />
      <Chips filters={filters} hrefFor={hrefFor} />
      <DayAndCenter filters={filters} centers={centers} />
      {list.isCut && <p class="desk__intro">Too many orders match. Add another word to narrow them down.</p>}
      {list.orders.length === 0 ? (
        <NoOrders filters={filters} />
      ) : (
        <>
          <OrderTable list={list} sort={filters.sort} hrefFor={hrefFor} />
          <CsvForm action={paths.staffOrdersCsv(orderQuery({ ...filters, after: null }))} />
        </>
      )}
      <nav class="pager" aria-label="Pages">
        {filters.after ? (
          <a class="button button--quiet" href={hrefFor({})}>
            <Icon name="back" /> First page
          </a>
        ) : (
          <span />
        )}
        {list.next && (
          <a class="button button--quiet" rel="next" href={hrefFor({ after: list.next })}>
            Next {list.orders.length} <Icon name="onward" />
          </a>
        )}
      </nav>
    </>
  )
}

const TAB_WORDS: Record<OrderTab, string> = {
  paid: 'Confirmed',
  in_wave: 'Packing',
  shipped: 'On its way',
  delivered: 'Delivered',
  review: 'Under review',
  canceled: 'Canceled',
  refunded: 'Refunded',
}

const StateTabs = ({ current, hrefFor }: { current: OrderTab | null; hrefFor: HrefFor }) => (
  <nav class="desk-tabs" aria-label="States">
    <ul class="desk-tabs__list">
      {[null, ...ORDER_TABS].map((state) => (
        <li>
          <a class="desk-tab" href={hrefFor({ state })} aria-current={state === current ? 'page' : undefined}>
            {state ? TAB_WORDS[state] : 'All'}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Chips = ({ filters, hrefFor }: { filters: OrderFilters; hrefFor: HrefFor }) => (
  <nav class="flag-filters" aria-label="Filters">
    <ul class="chips">
      <Chip label="Held" isOn={filters.isHeld} href={hrefFor({ isHeld: !filters.isHeld })} />
      <Chip label="Flagged" isOn={filters.isFlagged} href={hrefFor({ isFlagged: !filters.isFlagged })} />
      {filters.shipOn && (
        <Chip label={`Ships ${formatDay(filters.shipOn, 'short')}`} isOn href={hrefFor({ shipOn: null })} />
      )}
      {filters.center && <Chip label={filters.center.name} isOn href={hrefFor({ center: null })} />}
      {filters.searched !== '' && (
        <Chip label={`“${filters.searched}”`} isOn href={hrefFor({ searched: '' })} />
      )}
    </ul>
  </nav>
)

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

function DayAndCenter({ filters, centers }: Pick<OrdersPageProps, 'filters' | 'centers'>) {
  const kept = orderQuery({ ...filters, shipOn: null, center: null, after: null })
  return (
    <Form method="get" action={paths.staffOrders()} class="order-filters">
      {Object.entries(kept).map(
        ([name, value]) => value && <input type="hidden" name={name} value={value} />,
      )}
      <label class="order-filters__field">
        Ships on
        <input class="field__input" type="date" name="ship_on" value={filters.shipOn ?? ''} />
      </label>
      <label class="order-filters__field">
        Center
        <select class="field__input" name="center">
          <option value="">Any</option>
          {centers.map(({ slug, name }) => (
            <option value={slug} selected={slug === filters.center?.slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button button--quiet button--small">
        Show
      </button>
    </Form>
  )
}

type TableProps = { list: OrderList; sort: OrderFilters['sort']; hrefFor: HrefFor }

const OrderTable = ({ list, sort, hrefFor }: TableProps) => (
  <section class="sheet" tabindex={0} aria-label="Orders">
    <table class="sheet__table sheet__table--cards sheet__table--wide">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col" aria-sort={sort === 'oldest' ? 'ascending' : 'descending'}>
            <a
              class="sheet__sort"
              href={hrefFor({ sort: sort === 'oldest' ? 'newest' : 'oldest' })}
              title={sort === 'oldest' ? 'Show newest first' : 'Show oldest first'}
            >
              Placed
            </a>
          </th>
          <th scope="col">State</th>
          <th scope="col">Customer</th>
          <th scope="col">Going to</th>
          <th scope="col">Ships</th>
          <th scope="col" class="sheet__figure">
            Total
          </th>
          <th scope="col">Card</th>
        </tr>
      </thead>
      <tbody>
        {list.orders.map((order) => (
          <OrderTableRow order={order} />
        ))}
      </tbody>
    </table>
  </section>
)

const OrderTableRow = ({ order }: { order: OrderRow }) => (
  <tr>
    <th scope="row" class="sheet__code">
      <a href={paths.staffOrder(order.token)}>{order.identifier}</a>
    </th>
    <td data-label="Placed">
      {order.placedAt === null ? 'Not yet' : shortMoment(order.placedAt, SHOP_ZONE)}
    </td>
    <td data-label="State">
      {stateOf(order)}
      {notesOf(order).map((note) => (
        <span class="sheet__note">{note}</span>
      ))}
    </td>
    <td
      class="sheet__name"
      data-label="Customer"
      title={[order.name, order.email].filter(Boolean).join(', ')}
    >
      {buyerOf(order)}
    </td>
    <td data-label="Going to">{placeOf(order)}</td>
    <td data-label="Ships">{order.shipOn && formatDay(order.shipOn, 'short')}</td>
    <td class="sheet__figure" data-label="Total">
      {order.totalCents !== null && formatCents(order.totalCents)}
    </td>
    <td data-label="Card">{cardOf(order)}</td>
  </tr>
)

const NoOrders = ({ filters }: { filters: OrderFilters }) =>
  isNarrowed(filters) ? <NoneMatch filters={filters} /> : <NoneYet />

/** The list of all, of a new shop. */
const NoneYet = () => (
  <section class="empty">
    <h2 class="empty__title">No orders yet</h2>
    <p class="empty__words">Each order that a customer places shows up here.</p>
  </section>
)

const isNarrowed = ({ sort: _, ...filters }: OrderFilters) => Object.values(filters).some(Boolean)

const NoneMatch = ({ filters }: { filters: OrderFilters }) => (
  <section class="empty">
    <h2 class="empty__title">No orders match</h2>
    <p class="empty__words">
      {filters.searched === ''
        ? 'Try another day, center or state.'
        : 'Try the email, the last name, the street, the ZIP code, or the last 4 digits of the card.'}
    </p>
    <a class="button button--quiet" href={paths.staffOrders()}>
      See all orders
    </a>
  </section>
)
