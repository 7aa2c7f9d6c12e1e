import { type Day, formatDay, type Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { areGiftBoxes, type OrderLineFacts, packsIn, packWords } from '../orders/placed-order.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type DraftLink = {
  identifier: string
  lines: OrderLineFacts[]
  /** What is in each gift box. */
  eachHolds?: string[]
  totalCents: number
  addressKnown: boolean
  arrivesOn: Day | null
  linkEndsAt: Instant
  url: string
  store: Store
}

function contentsOf({ lines, eachHolds = [] }: DraftLink): string {
  const boxes = lines.length === 1 ? 'a gift box' : `${lines.length} gift boxes`
  return areGiftBoxes(lines)
    ? `We prepared ${boxes} for you, as you asked.${eachHolds.length > 0 ? ` Each holds ${eachHolds.join('; ')}.` : ''} The page names each address and day.`
    : `We filled a box for you, as you asked: ${packsIn(lines).map(packWords).join('; ')}.`
}

/** A box that staff filled, and where to pay for it. */
export function draftLinkMail(draft: DraftLink) {
  const areBoxes = areGiftBoxes(draft.lines)
  const what = areBoxes ? 'Your gift boxes are' : 'Your box is'
  return composeEmail({
    subject: `${what} ready to pay (${draft.identifier})`,
    title: `${what} ready to pay`,
    paragraphs: [
      contentsOf(draft),
      draft.addressKnown
        ? `${areBoxes ? 'They cost' : 'It costs'} ${formatCents(draft.totalCents)}, with delivery and tax${
            draft.arrivesOn ? `, and arrives ${formatDay(draft.arrivesOn, 'long')}` : ''
          }.`
        : `It costs ${formatCents(draft.totalCents)}, plus delivery and tax for your address.`,
      `The link works until ${formatMoment(draft.linkEndsAt, SHOP_ZONE)}. ${areBoxes ? 'Nothing is reserved before you pay.' : 'Nothing is reserved until you begin to pay.'}`,
    ],
    link: { label: areBoxes ? 'See the boxes and pay' : 'See the box and pay', url: draft.url },
    after: ["If you didn't ask for this, you can ignore this email: nothing is charged."],
    store: draft.store,
  })
}
