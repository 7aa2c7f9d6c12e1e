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

/** Gift boxes are lines that pack nothing here. */
function contentsOf({ lines }: DraftLink): string {
  const packs = packsIn(lines)
  return packs.length > 0
    ? `We filled a box for you, as you asked: ${packs.map(packWords).join('; ')}.`
    : `We prepared ${lines.length === 1 ? 'a gift box' : `${lines.length} gift boxes`} for you, as you asked. The page names each address.`
}

/** A box that staff filled, and where to pay for it. */
export const draftLinkMail = (draft: DraftLink) =>
  composeEmail({
    subject: `Your box ${draft.identifier} is ready to pay`,
    title: 'Your box is ready to pay',
    paragraphs: [
      contentsOf(draft),
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
