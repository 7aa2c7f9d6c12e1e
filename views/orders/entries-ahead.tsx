import { formatDay } from '#src/day.ts'
import type { AheadEvent } from '#src/orders/timeline.ts'
import { shortDeadline } from '../shared/local-time.ts'
import type { TimelineEntryProps } from '../shared/timeline.tsx'
import type { PlacedOrder } from './placed-order.ts'

type AheadEntry = Omit<TimelineEntryProps, 'tone'>

export type AheadFacts = {
  order: Pick<PlacedOrder, 'zone'>
  /** The center's city. */
  shipsFrom: string
  store: { phone: string }
}

export function aheadEntry(event: AheadEvent, { order, shipsFrom, store }: AheadFacts): AheadEntry {
  switch (event.kind) {
    case 'lock':
      return {
        icon: 'lock',
        title: 'Changes close',
        when: shortDeadline(event.at, order.zone),
        at: event.at,
        words: `After that we're packing. Need something anyway? Call ${store.phone} and we'll try.`,
      }
    case 'ship':
      return {
        icon: 'box',
        title: `Packed in ${shipsFrom} and shipped`,
        when: formatDay(event.on, 'short'),
        words: "You'll see the lot and pack date of each cut here.",
      }
    case 'arrive':
      return {
        icon: 'door',
        title: 'At your door',
        when: formatDay(event.on, 'short'),
        words: 'Frozen hard, on dry ice. No signature needed.',
      }
    case 'help':
      return {
        icon: 'speech',
        title: 'Anything wrong? Tell us',
        when: `through ${formatDay(event.until, 'short')}`,
        words: 'Thawed, damaged, missing or wrong: we replace it, credit it or refund it.',
      }
  }
}
