import { formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { knownDay } from '#src/orders/arrival-day.ts'
import type { HistoryEntry } from '#src/orders/history.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { Form } from '../shared/form.tsx'
import { Picture } from '../shared/picture.tsx'
import { Pack } from './order-lines.tsx'
import { STATE_WORDS } from './order-state-labels.ts'
import { stateWords } from './order-words.ts'
import { packsIn } from './placed-order.ts'

type HistoryProps = { orders: HistoryEntry[]; page: number; pages: number; now: Instant }

export const HistoryPage = ({ orders, page, pages, now }: HistoryProps) => (
  <>
    <header class="page-head">
      <p class="trail">
        <a href={paths.account()}>Your account</a>
      </p>
      <h1 class="page-head__title">Your orders</h1>
    </header>
    {orders.length === 0 ? (
      <NoOrders />
    ) : (
      <ol class="order-history">
        {orders.map((order) => (
          <Entry order={order} now={now} />
        ))}
      </ol>
    )}
    <Pager page={page} pages={pages} path={paths.orders()} />
  </>
)

const NoOrders = () => (
  <section class="empty">
    <h2 class="empty__title">No orders yet</h2>
    <p class="empty__words">You'll find your orders here, so you can check on them or buy them again.</p>
    <a class="button" href={paths.shop()}>
      Shop all cuts
    </a>
  </section>
)

const PICTURES_SHOWN = 4

type EntryProps = { order: HistoryEntry; now: Instant }

const Entry = ({ order, now }: EntryProps) => (
  <li class="order-entry">
    <div class="order-entry__words">
      <p class="order-entry__state">
        {order.arrival ? stateWords(order.arrival, now) : STATE_WORDS[order.state]}
      </p>
      <h2 class="order-entry__title">
        <a class="nowrap" href={paths.order(order.token)}>
          Order {order.identifier}
        </a>
      </h2>
      <p class="order-entry__facts">
        <ArrivalDay {...{ order, now }} />
        <span>{formatCents(order.paidCents)}</span>
      </p>
      <p class="order-entry__lines">
        {order.lines.map((line, index) => (
          <>
            {index > 0 && ' · '}
            <Pack {...line} />
          </>
        ))}
      </p>
      {order.state === 'shipped' && (
        <p>
          <a href={paths.tracking(order.token)}>
            Track your box<span class="visually-hidden">: order {order.identifier}</span>
          </a>
        </p>
      )}
    </div>
    <div class="order-entry__pictures">
      {packsIn(order.lines)
        .slice(0, PICTURES_SHOWN)
        .map(({ picture }) => (
          <div class="order-line__picture">
            <Picture name={picture ?? ''} sizes="72px" alt="" />
          </div>
        ))}
    </div>
    {!order.isCardsOnly && <BuyAgain token={order.token} identifier={order.identifier} />}
  </li>
)

function ArrivalDay({ order: { arrival }, now }: EntryProps) {
  const day = arrival && knownDay(arrival, now)
  if (!day) return null
  return (
    <span>
      {arrival.state === 'delivered' ? 'Came' : 'For delivery'} {formatDay(day, 'long')} ·{' '}
    </span>
  )
}

type BuyAgainProps = { token: string; identifier: string; isMain?: boolean }

export const BuyAgain = ({ token, identifier, isMain = false }: BuyAgainProps) => (
  <Form action={paths.buyAgain(token)} method="post" class="buy-again">
    <button type="submit" class={isMain ? 'button' : 'button button--quiet'}>
      Buy again<span class="visually-hidden">: items from order {identifier}</span>
    </button>
  </Form>
)
