import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orderMails, textMessages } from '#db/schema/index.ts'
import type { HistoryEvent } from './history.ts'

export const messageEvents = (db: Db, orderId: number): HistoryEvent[] => [
  ...mails(db, orderId),
  ...texts(db, orderId),
]

const MAIL_WORDS: Readonly<Record<string, string>> = {
  mail_receipt: 'the receipt',
  mail_receipt_again: 'the receipt again',
  mail_final_weights: 'the receipt with final weights',
  mail_order_edited: 'the changed receipt',
  mail_delivery_changed: 'the changed delivery',
  mail_shipment: 'a tracking update',
  mail_order_refunded: 'the refund of the order',
  mail_part_refunded: 'a partial refund',
  mail_refund_made: 'a refund',
  mail_refund_failed: 'a failed refund',
  mail_refund_replaced: 'a refund sent another way',
  mail_claim_answered: 'the answer to the claim',
  mail_weather_hold: 'the weather hold',
  mail_short: 'the missing items',
  mail_gift_card: 'a gift card',
  mail_card_returned: 'a returned gift card',
  mail_money_returned: 'a returned payment',
  mail_membership_box: "the member's next box",
  mail_pay_link: 'the link to pay',
}

const mails = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(orderMails)
    .where(eq(orderMails.orderId, orderId))
    .all()
    .map(({ at, kind }) => ({
      at,
      area: 'mail',
      title: `Emailed ${MAIL_WORDS[kind] ?? kind.replace(/^mail_/, '').replaceAll('_', ' ')}`,
    }))

const TEXT_STATES = {
  waiting: 'is waiting to be sent',
  sending: 'is being sent',
  sent: 'was sent',
  delivered: 'was delivered',
  failed: 'failed',
  dropped: 'was not sent',
} as const

const texts = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(textMessages)
    .where(eq(textMessages.orderId, orderId))
    .all()
    .map(({ sentAt, createdAt, state, kind, body }) => ({
      at: sentAt ?? createdAt,
      area: 'text',
      title: `A text ${TEXT_STATES[state]}`,
      // Staff must not see a code.
      words: kind === 'code' ? 'A code to confirm the number' : body,
    }))
