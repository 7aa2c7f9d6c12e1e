import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { disputes, type MoneyKind, moneyMovements, payments, refunds } from '#db/schema/index.ts'
import { formatCents } from '../../money.ts'
import { cardName } from '../../payments/card-name.ts'
import type { HistoryEvent } from './history.ts'

export const moneyEvents = (db: Db, orderId: number): HistoryEvent[] => [
  ...movements(db, orderId),
  ...declined(db, orderId),
  ...waitingRefunds(db, orderId),
  ...disputeEvents(db, orderId),
]

const MOVED: Record<MoneyKind, string> = {
  charge: 'charged',
  refund: 'refunded',
  refund_failed: 'of a refund came back',
  refund_replaced: 'of a failed refund sent another way',
  dispute_withdrawn: 'taken by the bank for a dispute',
  dispute_reinstated: 'returned by the bank',
  dispute_lost: 'lost to a dispute',
  dispute_regained: 'won back from a dispute',
  gift_debit: 'paid by gift card or store credit',
  gift_credit: 'returned to gift cards or store credit',
  fee: 'kept by the payment provider as its fee',
  fee_returned: 'of the payment provider’s fee returned',
}

const movements = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(moneyMovements)
    .where(eq(moneyMovements.orderId, orderId))
    .all()
    .map(({ at, kind, amountCents, reference }) => ({
      at,
      area: 'money',
      title: `${formatCents(amountCents)} ${MOVED[kind]}`,
      words: /^(pi|re|py|ch|dp)_/.test(reference) ? reference : null,
    }))

const declined = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.declinedAt)))
    .all()
    .map(({ declinedAt, failure, cardBrand, cardLast4 }) => ({
      at: declinedAt ?? 0,
      area: 'money',
      title: 'A card was declined',
      words: [
        cardBrand && cardLast4 ? cardName({ brand: cardBrand, last4: cardLast4 }) : null,
        failure?.replaceAll('_', ' '),
      ]
        .filter(Boolean)
        .join(': '),
    }))

const REFUND_WORDS: Record<string, string> = {
  owed: 'owed, not sent yet',
  asked: 'asked of the provider',
  pending: 'on its way',
  failed: 'failed',
}

/** Those that have arrived are movements. */
const waitingRefunds = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .all()
    .filter(({ status }) => status !== 'succeeded')
    .map(({ updatedAt, amountCents, status, failure }) => ({
      at: updatedAt,
      area: 'money',
      title: `Refund of ${formatCents(amountCents)} ${REFUND_WORDS[status] ?? status}`,
      words: failure?.replaceAll('_', ' ') ?? null,
    }))

const disputeEvents = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .all()
    .flatMap(({ openedAt, closedAt, amountCents, reason, status }): HistoryEvent[] => [
      {
        at: openedAt,
        area: 'money',
        title: `The bank questions ${formatCents(amountCents)}`,
        words: reason.replaceAll('_', ' '),
      },
      ...(closedAt === null
        ? []
        : [
            {
              at: closedAt,
              area: 'money' as const,
              title: `The dispute ended: ${status.replaceAll('_', ' ')}`,
            },
          ]),
    ])
