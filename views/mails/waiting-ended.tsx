import { WAITING_ENDED } from '#src/orders/rules.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type WaitingEnded = {
  identifier: string
  /** Absolute. */
  orderUrl: string
  store: Store
}

/** Staff ended the customer's unpaid change to make one of their own, which then failed. */
export const waitingEndedMail = ({ identifier, orderUrl, store }: WaitingEnded) =>
  composeEmail({
    subject: `The change you started has ended (${identifier})`,
    title: 'The change you started has ended',
    paragraphs: [
      `We tried to make another change to order ${identifier} for you. ${WAITING_ENDED}`,
      'If you still want your change, please make it again on your order’s page.',
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    store,
  })
