import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client.ts'
import { auditEntries, type Order, orderNotes, staffFlags, users } from '#db/schema/index.ts'
import { personName } from '../../accounts/person-name.ts'
import { FLAG_ACTIONS, type FlagAction } from '../../flags/flag-actions.ts'
import { flagKind } from '../../flags/kinds.ts'
import { paths } from '../../paths.ts'
import type { HistoryEvent } from './history.ts'

export const staffEvents = (db: Db, order: Order): HistoryEvent[] => [
  ...notes(db, order.id),
  ...flags(db, order.id),
  ...actions(db, order.token),
]

const notes = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({ note: orderNotes, author: users })
    .from(orderNotes)
    .leftJoin(users, eq(users.id, orderNotes.userId))
    .where(eq(orderNotes.orderId, orderId))
    .all()
    .map(({ note, author }) => ({
      at: note.at,
      area: 'note',
      title: 'Note',
      words: note.text,
      by: author && personName(author),
    }))

const resolvers = alias(users, 'resolvers')

const flags = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({ flag: staffFlags, resolver: resolvers })
    .from(staffFlags)
    .leftJoin(resolvers, eq(resolvers.id, staffFlags.resolvedById))
    .where(eq(staffFlags.orderId, orderId))
    .all()
    .flatMap(({ flag, resolver }): HistoryEvent[] => {
      const { title } = flagKind(flag.kind)
      const path = paths.flag(flag.id)
      return [
        { at: flag.createdAt, area: 'flag', title: `Flagged: ${title}`, words: flag.detail, path },
        ...(flag.resolvedAt === null
          ? []
          : [
              {
                at: flag.resolvedAt,
                area: 'flag' as const,
                title: `Flag resolved: ${doneWords(flag.action)}`,
                words: flag.resolution,
                by: resolver && personName(resolver),
                path,
              },
            ]),
      ]
    })

const doneWords = (action: string | null) =>
  action !== null && action in FLAG_ACTIONS ? FLAG_ACTIONS[action as FlagAction].done : 'by itself'

/** Notes and short boxes are events of their own. */
const SHOWN_OTHERWISE = ['order.noted', 'order.shorted']

const actions = (db: Db, token: string): HistoryEvent[] =>
  db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, 'order'), eq(auditEntries.subjectToken, token)))
    .all()
    .filter(({ verb }) => !SHOWN_OTHERWISE.includes(verb))
    .map(({ at, verb, actorName, reason }) => ({
      at,
      area: 'staff',
      title: VERB_WORDS[verb] ?? verb.replace('order.', '').replaceAll('_', ' '),
      words: reason,
      by: actorName,
    }))

const VERB_WORDS: Readonly<Record<string, string>> = {
  'order.refunded': 'Refunded',
  'order.refund_asked': 'Asked for a refund that a second person approves',
  'order.refund_refused': 'Refused a refund',
  'order.canceled': 'Canceled and refunded the order',
  'order.cancel_asked': 'Asked a colleague to cancel the order too',
  'order.edit_asked': 'Asked a colleague to make the order smaller too',
  'order.reship_asked': 'Asked a colleague to send the order again too',
  'order.claim_asked': 'Asked a colleague to answer the claim too',
  'order.mail_resent': 'Sent an email again',
  'order.edited': 'Edited the box for the customer',
  'order.moved': 'Moved the delivery',
  'order.reshipped': 'Sent a new box',
  'order.reship_made': 'Made this box to send an order again',
  'order.released': 'Released the box',
  'order.drafted': 'Began this box for the customer',
  'order.draft_filled': 'Filled the draft',
  'order.draft_addressed': 'Entered who gets it and where',
  'order.draft_dated': 'Chose the delivery day',
  'order.draft_code_added': 'Entered a code',
  'order.draft_code_removed': 'Took a code off',
  'order.draft_price_approved': 'Approved the prices',
  'order.draft_price_refused': 'Refused the prices',
  'order.link_sent': 'Sent a link to pay',
  'order.link_revoked': 'Took back the link to pay',
  'order.draft_ended': 'Dropped the draft',
  'order.charge_agreed': 'Asked to charge the kept card, with the customer’s consent',
}
