import type { Kind } from './kinds.ts'

/** Part of `FLAG_KINDS`: boxes that are packed, or that a carrier has. */
export const PARCEL_KINDS = {
  replacement_short: {
    title: 'A box that was sent again is short',
    explanation:
      'The customer paid for these packs in the first order, and this box cost nothing, so nothing went back by itself. Refund them on the first order, or send them again.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  parcel_problem: {
    title: 'A box has trouble on its way',
    explanation:
      'The carrier couldn’t deliver it, or delivered it somewhere else. Call the carrier and the customer today: send a new box, or refund the order. This flag closes itself if the box is delivered after all.',
    area: 'shop',
    actions: ['done', 'refund_order', 'dismiss'],
  },
  parcel_not_seen: {
    title: 'The carrier never scanned a box',
    explanation:
      'It has a label and was shipped a day ago, but the carrier hasn’t seen it. Look for it at the dock, then ask the carrier. This flag closes itself with the first scan.',
    area: 'shop',
    actions: ['done', 'refund_order', 'dismiss'],
  },
  parcel_overdue: {
    title: 'A box should have come by now',
    explanation:
      'Its day is over, and the carrier hasn’t delivered it. Ask the carrier where it is, then call or email the customer. This flag closes itself with the delivery.',
    area: 'shop',
    actions: ['box_arrived', 'done', 'refund_order', 'dismiss'],
  },
  parcel_unexpected: {
    title: 'The carrier has a box that should be here',
    explanation:
      'It has a label and was scanned, but here it isn’t packed, is held, or was canceled or refunded. Look for it at the dock. If it has left, ask the carrier to bring it back. The customer hears nothing of it from us.',
    area: 'shop',
    actions: ['done', 'refund_order', 'dismiss'],
  },
} as const satisfies Record<string, Kind>
