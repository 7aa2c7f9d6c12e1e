import { formatCents } from '#src/money.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type WaitListMail = {
  /** The first day we deliver, in words; null if there is none, or we don't know where to. */
  earliest: string | null
  /** Absolute, as the other link. */
  url: string
  leaveUrl: string
  store: Store
}

type BackInStock = WaitListMail & { name: string; label: string; priceCents: number }

export const backInStockMail = ({ name, label, priceCents, earliest, url, leaveUrl, store }: BackInStock) =>
  composeEmail({
    subject: `${name} is back`,
    title: `${name} is back in stock`,
    paragraphs: [
      `You asked us to tell you: ${name}, ${label}, is back for ${formatCents(priceCents)}. There may not be much of it, and others wait for it too.`,
      ...(earliest === null ? [] : [`It can be with you as early as ${earliest}.`]),
    ],
    link: { label: 'Add it to my box', url },
    otherLink: { label: "Don't tell me about it again", url: leaveUrl },
    store,
  })

export const nowServedMail = ({
  postalCode,
  earliest,
  url,
  leaveUrl,
  store,
}: WaitListMail & { postalCode: string }) =>
  composeEmail({
    subject: `We deliver to ${postalCode} now`,
    title: `Good news: we deliver to ${postalCode} now`,
    paragraphs: [
      `You asked us to tell you when we deliver to ${postalCode}. Now we do.`,
      ...(earliest === null ? [] : [`Your first box can be there as early as ${earliest}.`]),
    ],
    link: { label: 'See what our farms have', url },
    otherLink: { label: "Don't email me about it again", url: leaveUrl },
    store,
  })
