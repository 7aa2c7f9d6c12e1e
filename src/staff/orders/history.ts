import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { boxEvents } from './history-box.ts'
import { messageEvents } from './history-messages.ts'
import { moneyEvents } from './history-money.ts'
import { staffEvents } from './history-staff.ts'

export const EVENT_AREAS = [
  'order',
  'money',
  'stock',
  'mail',
  'text',
  'box',
  'change',
  'claim',
  'flag',
  'note',
  'staff',
] as const

/** Something that happened to an order. */
export type HistoryEvent = {
  at: Instant
  area: (typeof EVENT_AREAS)[number]
  title: string
  words?: string | null
  /** Null when the shop, a carrier or the provider did it. */
  by?: string | null
  path?: string
}

/** Everything that happened to an order, the latest first (STF-2). */
export function historyOf(db: Db, order: Order): HistoryEvent[] {
  const begun: HistoryEvent[] = [
    { at: order.createdAt, area: 'order', title: 'The box was begun' },
    ...(order.placedAt === null
      ? []
      : [{ at: order.placedAt, area: 'order' as const, title: 'The order was placed' }]),
  ]
  const events = [
    ...begun,
    ...moneyEvents(db, order.id),
    ...boxEvents(db, order.id),
    ...messageEvents(db, order.id),
    ...staffEvents(db, order),
  ]
  // Each part lists events of the same moment in the order they happened.
  return events.toReversed().toSorted((left, right) => right.at - left.at)
}
