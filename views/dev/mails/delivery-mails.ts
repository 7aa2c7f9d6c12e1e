import { addDays } from '#src/day.ts'
import type { Move } from '#src/orders/move-of.ts'
import { deliveryChangedMail } from '../../mails/delivery-changed.tsx'
import type { Store } from '../../mails/mail-layout.tsx'
import { receipt } from '../../mails/receipt.tsx'
import { waitingEndedMail } from '../../mails/waiting-ended.tsx'
import { ORDER } from './order.ts'

const MOVED: Move = { from: addDays(ORDER.arrivesOn, -2), to: ORDER.arrivesOn, reward: null }
const name = 'Free bacon'

const CHANGES: [name: string, moved: Move | null, returnedCents: number][] = [
  ['delivery-changed', null, 0],
  ['delivery-moved', MOVED, 1_200],
  ['delivery-moved-dearer', MOVED, -1_200],
  ['delivery-moved-reward', { ...MOVED, reward: { name, fate: 'in_wallet' } }, 0],
  ['delivery-moved-reward-lost', { ...MOVED, reward: { name, fate: 'lost' } }, 0],
  ['delivery-move-undone', { ...MOVED, reward: { name, fate: 'returned' } }, 0],
]

export const deliveryMails = (url: string) =>
  CHANGES.map(([name, moved, returnedCents]) => ({
    name,
    mail: (store: Store) =>
      deliveryChangedMail({ order: ORDER, returnedCents, moved, calendarUrl: url, orderUrl: url, store }),
  }))

const [ribeye, ...rest] = ORDER.lines
/** 2.40 lb at $38.75. */
const WEIGHED = {
  ...ORDER,
  lines: ribeye
    ? [{ ...ribeye, label: '1.25 lb', byWeight: { poundCents: 3_875, packedGrams: 1_089 } }, ...rest]
    : rest,
}

export const finalWeights = (url: string) => ({
  name: 'final-weights',
  mail: (store: Store) =>
    receipt({ order: WEIGHED, now: 0, isWeighed: true, store, orderUrl: url, trackingUrl: url }),
})

export const waitingEnded = (url: string) => ({
  name: 'waiting-ended',
  mail: (store: Store) => waitingEndedMail({ identifier: ORDER.identifier, orderUrl: url, store }),
})
