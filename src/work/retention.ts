import { setImmediate } from 'node:timers/promises'
import { and, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type DurableTx, durably } from '#db/client.ts'
import {
  analyticsEvents,
  bulkEdits,
  declinedCharges,
  idempotencyKeys,
  incomingTexts,
  jobs,
  mailCounts,
  mailedLinks,
  passkeyChallenges,
  passwordAttempts,
  personalDataRequests,
  recallContacts,
  recallPeople,
  recurringConsents,
  roleInvitations,
  searchMarks,
  staffExports,
  staffFlags,
  textMessages,
  textSubscriptions,
  visits,
  waitListEntries,
  webhookEvents,
} from '#db/schema/index.ts'
import { deleteSessions, expiredSessions } from '../accounts/session.ts'
import { WAIT_LIST_LIFE_MS } from '../catalog/wait-list-rounds.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { endClaimPhotos } from '../orders/erase-claims.ts'
import { eraseBoxNames } from '../orders/erase-gift-cards.ts'
import { forgetBrowsers } from '../orders/orders.ts'
import { deleteExpiredOrders, endAbandonedBoxes, eraseGuests } from '../orders/retention.ts'
import type { Services } from '../services.ts'
import { endTypedLines } from '../staff/corporate-gifts/retention.ts'
import { endNumberChanges } from '../texts/subscriptions.ts'

type Rule = {
  what: string
  /** Ends what is older than this. */
  until(now: Instant): Instant
  /** @returns how many rows it ended, at most `limit` */
  end(tx: DurableTx, until: Instant, limit: number, now: Instant): number
  /** The rows have the machine's time instead of the shop's. */
  byWallClock?: boolean
}

/** Small, so that requests run in between. */
const BITE = 200

const days = (count: number) => (now: Instant) => now - count * DAY_MS
/** Until the end of the second year after the year it happened in. */
const twoYearsAfterItsYear = (now: Instant) => Date.UTC(new Date(now).getUTCFullYear() - 2, 0, 1)

/** What ends, and how old it gets. What isn't here stays: placed orders with their lines, stock and money. */
export const RETENTION: readonly Rule[] = [
  {
    what: 'answers kept for repeated requests',
    until: days(1),
    end: rowsOf(idempotencyKeys, idempotencyKeys.createdAt),
    byWallClock: true,
  },
  {
    what: 'received webhooks, which the provider may repeat',
    until: days(90),
    end: rowsOf(webhookEvents, webhookEvents.receivedAt),
    byWallClock: true,
  },
  {
    what: 'declined charges',
    until: days(1),
    end: rowsOf(declinedCharges, declinedCharges.at),
    byWallClock: true,
  },
  // Their files end with them.
  { what: 'exports for accounting', until: days(1), end: rowsOf(staffExports, staffExports.createdAt) },
  // Their keys prevent repeats.
  { what: 'finished jobs', until: days(90), end: rowsOf(jobs, jobs.finishedAt, sql`state = 'done'`) },
  { what: 'failed jobs', until: days(180), end: rowsOf(jobs, jobs.finishedAt, sql`state = 'failed'`) },
  {
    what: 'resolved flags',
    until: days(365),
    end: rowsOf(staffFlags, staffFlags.resolvedAt, isNotNull(staffFlags.resolvedAt)),
  },
  { what: 'bulk edits, which could be undone', until: days(180), end: rowsOf(bulkEdits, bulkEdits.madeAt) },
  { what: 'analytics events', until: days(400), end: rowsOf(analyticsEvents, analyticsEvents.at) },
  { what: 'visits', until: days(400), end: rowsOf(visits, visits.startedAt) },
  { what: 'who searched for what, in marks', until: days(100), end: rowsOf(searchMarks, searchMarks.weekAt) },
  {
    what: 'invitations to work here',
    until: days(90),
    end: rowsOf(roleInvitations, roleInvitations.createdAt),
  },
  {
    what: 'challenges for passkeys',
    until: days(1),
    end: rowsOf(passkeyChallenges, passkeyChallenges.expiresAt),
  },
  // They hold addresses whose owners may never have asked.
  {
    what: 'unconfirmed personal-data requests',
    until: days(0),
    end: rowsOf(
      personalDataRequests,
      personalDataRequests.expiresAt,
      isNull(personalDataRequests.confirmedAt),
    ),
  },
  {
    what: 'expired links to addresses without an account',
    until: days(1),
    end: rowsOf(mailedLinks, mailedLinks.expiresAt, sql`+${mailedLinks.userId} is null`), // the index on expires_at
  },
  { what: 'expired links', until: days(30), end: rowsOf(mailedLinks, mailedLinks.expiresAt) },
  { what: 'wrong passwords', until: days(1), end: rowsOf(passwordAttempts, passwordAttempts.lastAt) },
  // Somebody else may have typed them.
  {
    what: 'phone numbers that were never confirmed',
    until: days(2),
    end: rowsOf(textSubscriptions, textSubscriptions.askedAt, sql`state = 'pending'`),
  },
  { what: 'changes to phone numbers that were never confirmed', until: days(2), end: endNumberChanges },
  {
    what: 'phone numbers whose texts ended',
    until: days(180),
    end: rowsOf(textSubscriptions, textSubscriptions.endedAt, sql`ended_at is not null`),
  },
  { what: 'texts', until: days(180), end: rowsOf(textMessages, textMessages.createdAt) },
  // Proof of who revoked and when, without the number; four years is the limit of such claims: 28 U.S.C. 1658.
  {
    what: 'received texts',
    until: days(4 * 366),
    end: rowsOf(incomingTexts, incomingTexts.receivedAt),
  },
  { what: 'counts of emails', until: days(1), end: rowsOf(mailCounts, mailCounts.at) },
  {
    what: 'places on the wait list',
    until: (now) => now - WAIT_LIST_LIFE_MS,
    end: rowsOf(waitListEntries, waitListEntries.joinedAt, ne(waitListEntries.campaignType, 'email_capture')),
  },
  { what: 'sessions', until: days(0), end: endSessions },
  {
    what: 'boxes that a guest abandoned, with the personal data in them',
    until: days(60),
    end: endAbandonedBoxes,
  },
  { what: 'lines of a corporate gift that became no order', until: days(60), end: endTypedLines },
  { what: 'expired orders that nothing refers to', until: days(60), end: deleteExpiredOrders },
  // Until then a recall must reach the buyer.
  { what: 'the person behind a guest order', until: twoYearsAfterItsYear, end: eraseGuests },
  { what: 'who got the boxes of a corporate gift', until: twoYearsAfterItsYear, end: eraseBoxNames },
  {
    what: 'contacts kept for recalls',
    until: twoYearsAfterItsYear,
    end: rowsOf(recallContacts, recallContacts.placedAt),
  },
  {
    what: 'people whom a recall told',
    until: twoYearsAfterItsYear,
    end: rowsOf(recallPeople, recallPeople.createdAt),
  },
  { what: 'photos of answered claims', until: days(400), end: endClaimPhotos },
  // Automatic renewal laws ask for three years, whether or not the account still exists.
  {
    what: 'withdrawn consents to renewals',
    until: days(3 * 366),
    end: rowsOf(recurringConsents, recurringConsents.withdrawnAt, isNotNull(recurringConsents.withdrawnAt)),
  },
]

/** A rule that fails keeps no later one from its turn. @throws the first failure, for the list of tasks */
export async function endWhatIsOld(services: Services) {
  const failures: unknown[] = []
  for (const rule of RETENTION)
    try {
      await endByRule(services, rule)
    } catch (error) {
      services.log.error({ err: error, what: rule.what }, 'a rule of the retention failed')
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

async function endByRule({ db, clock, wallClock }: Services, { until, end, byWallClock }: Rule) {
  const [now, time] = [clock.now(), byWallClock ? wallClock : clock]
  const bite = () => durably(db, (tx) => end(tx, until(time.now()), BITE, now))
  while ((await bite()) === BITE) await setImmediate()
}

/** Deletes the rows of a table by the time in one of its columns, which has an index. */
function rowsOf(table: SQLiteTable, at: SQLiteColumn, which?: SQL): Rule['end'] {
  return (tx, until, limit) => {
    const old = sql`select rowid from ${table} where ${and(lt(at, until), which)} limit ${limit}`
    return tx.delete(table).where(sql`rowid in (${old})`).run().changes
  }
}

function endSessions(tx: DurableTx, now: Instant, limit: number): number {
  const expired = expiredSessions(tx, now, limit)
  forgetBrowsers(tx, expired)
  deleteSessions(tx, expired)
  return expired.length
}
