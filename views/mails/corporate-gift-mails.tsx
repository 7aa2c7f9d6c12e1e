import { type Day, formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

export type MailedBox = { to: string; identifier: string; arrivesOn: Day | null; problem: string | null }

type GiftMail = { identifier: string; orderUrl: string; store: Store }

/** To the company, once all boxes of its gift are placed or have failed. */
export function giftPlacedMail({ identifier, orderUrl, store, boxes }: GiftMail & { boxes: MailedBox[] }) {
  const [failed, placed] = [boxes.filter(({ problem }) => problem), boxes.filter(({ problem }) => !problem)]
  return composeEmail({
    subject: `${placed.length} of your ${boxes.length} gift boxes ${placed.length === 1 ? 'is' : 'are'} placed (${identifier})`,
    title:
      failed.length === 0 ? 'All your gift boxes are placed' : 'Some of your gift boxes couldn’t be placed',
    paragraphs: [
      ...placed.map(
        ({ to, identifier: box, arrivesOn }) =>
          `${to}: ${box}${arrivesOn ? `, arrives ${formatDay(arrivesOn, 'short')}` : ''}.`,
      ),
      ...failed.map(({ to, problem }) => `Not placed: ${to}. ${problem}`),
      ...(failed.length > 0
        ? ['We’ll try these again or give their money back, and write to you. You don’t have to do anything.']
        : []),
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    store,
  })
}

export const giftReturnedMail = ({ identifier, orderUrl, store, cents }: GiftMail & { cents: number }) =>
  composeEmail({
    subject: `We're refunding ${formatCents(cents)} of your gift boxes (${identifier})`,
    title: `${formatCents(cents)} is on its way back`,
    paragraphs: [
      `We're refunding ${formatCents(cents)} to the card you paid with, for boxes that weren't sent or cost less. It can take five to ten days to show up at your bank.`,
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    store,
  })
