import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { plainDollars } from '#src/money.ts'
import type { OrderRow } from '#src/staff/orders/list.ts'
import { STATE_WORDS } from '../../orders/order-state-labels.ts'
import { formatTime } from '../../shared/local-time.ts'

export const stateOf = ({ isDraft, state }: OrderRow) => (isDraft ? 'Draft' : STATE_WORDS[state])

export const buyerOf = ({ name, email }: OrderRow) => name || email || 'Erased'

export const placeOf = ({ city, deliveryState, postalCode }: OrderRow) =>
  postalCode ? `${city}, ${deliveryState} ${postalCode}` : ''

export const cardOf = ({ last4 }: OrderRow) => (last4 ? `•••• ${last4}` : '')

export const notesOf = ({ openFlags, isHeldByWeather }: OrderRow): string[] => [
  ...(openFlags === 0 ? [] : [openFlags === 1 ? '1 open flag' : `${openFlags} open flags`]),
  ...(isHeldByWeather ? ['Held for weather'] : []),
]

/** The columns of the list, for spreadsheets. */
export const ORDER_COLUMNS = [
  ...['Order', 'Placed', 'State', 'Customer', 'Going to', 'Ships', 'Total', 'Card'],
  'What to know',
]

export const orderCells = (order: OrderRow) => [
  order.identifier,
  order.placedAt === null
    ? 'Not yet'
    : `${dayIn(SHOP_ZONE, order.placedAt)} ${formatTime(order.placedAt, SHOP_ZONE)}`,
  stateOf(order),
  buyerOf(order),
  placeOf(order),
  order.shipOn,
  order.totalCents === null ? null : plainDollars(order.totalCents),
  cardOf(order),
  notesOf(order).join(', '),
]
