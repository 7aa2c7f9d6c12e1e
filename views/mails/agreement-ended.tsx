import type { RecurringConsent } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { FREQUENCIES } from '#src/orders/recurring-rules.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type AgreementEnded = Pick<RecurringConsent, 'renewPeriodType'> & {
  identifier: string
  endedAt: Instant
  zone: string
  /** Absolute. */
  orderUrl: string
  store: Store
}

export const agreementEndedMail = ({
  identifier,
  renewPeriodType,
  endedAt,
  zone,
  orderUrl,
  store,
}: AgreementEnded) =>
  composeEmail({
    subject: `Your recurring box is canceled (${identifier})`,
    title: 'Your recurring box is canceled',
    paragraphs: [
      `You canceled your box ${FREQUENCIES[renewPeriodType]} on ${formatMoment(endedAt, zone)}. We won't send or charge any more boxes.`,
      "Boxes you've already paid for still arrive as planned.",
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    after: ["If you didn't cancel it, please let us know right away."],
    store,
  })
