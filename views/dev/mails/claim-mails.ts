import { assertDay } from '#src/day.ts'
import { claimAnsweredMail } from '../../mails/claim-answered.tsx'
import type { Store } from '../../mails/mail-layout.tsx'

/** One example for each way to make it good. */
export const claimMails = (identifier: string, orderUrl: string) =>
  (['refund', 'credit', 'reship'] as const).map((answer) => ({
    name: `claim-${answer}`,
    mail: (store: Store) =>
      claimAnsweredMail({
        identifier,
        claim: {
          answer,
          cardCents: 3_150,
          giftCents: 0,
          creditCents: 3_150,
          words: 'So sorry about that, June.',
          code: 'K7MQ2RTWX4PZ9HBD',
          lines: [{ name: 'Whole pasture chicken' }],
        },
        reshipOn: answer === 'reship' ? assertDay('2026-12-01') : null,
        orderUrl,
        store,
      }),
  }))
