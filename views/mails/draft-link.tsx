import { type Day, formatDay, type Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { type OrderLineFacts, packsIn, packWords } from '../orders/placed-order.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type DraftLink = {
  identifier: string
  lines: OrderLineFacts[]
  totalCents: number
  addressKnown: boolean
  arrivesOn: Day | null
  linkEndsAt: Instant
  url: string
  store: Store
}

/** A box that staff filled, and where to pay for it. */
export const draftLinkMail = (draft: DraftLink) =>
  composeEmail({
    subject: `Your box ${draft.identifier} is ready to pay`,
    title: 'Your box is ready to pay',
    paragraphs: [
      `We filled a box for you, as you asked: ${packsIn(draft.lines).map(packWords).join('; ')}.`,
      draft.addressKnown
        ? `It costs ${formatCents(draft.totalCents)}, with delivery and tax${
            draft.arrivesOn ? `, and arrives ${formatDay(draft.arrivesOn, 'long')}` : ''
          }.`
        : `It costs ${formatCents(draft.totalCents)}, plus delivery and tax for your address.`,
      `The link works until ${formatMoment(draft.linkEndsAt, SHOP_ZONE)}. Nothing is reserved until you begin to pay.`,
    ],
    link: { label: 'See the box and pay', url: draft.url },
    after: ["If you didn't ask for this, you can ignore this email: nothing is charged."],
    store: draft.store,
  })
