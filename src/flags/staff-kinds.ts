import type { Kind } from './kinds.ts'

/** Part of `FLAG_KINDS`: what staff ask of each other. */
export const STAFF_KINDS = {
  refund_waits: {
    title: 'A large refund needs a second person',
    explanation:
      'A staff member asked for it. Check the order and the reason. The person who asked can withdraw it, but can’t approve it.',
    area: 'money',
    actions: ['approve_refund', 'refuse_refund'],
  },
  giving_waits: {
    title: 'A large gift needs a second person',
    explanation:
      'A staff member wants to give away more than one person may. If it’s right, open the order or its claim and do the same: that approves it. If it isn’t, dismiss this and say why.',
    area: 'money',
    actions: ['dismiss'],
  },
} as const satisfies Record<string, Kind>
