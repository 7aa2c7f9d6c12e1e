import { setImmediate } from 'node:timers/promises'
import { isNotNull, isNull, ne, sql } from 'drizzle-orm'
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
import { WAIT_LIST_LIFE_MS } from '../catalog/wait-list-rounds.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { attemptTogether } from '../jobs/attempt.ts'
import { endClaimPhotos, oldClaimPhotos } from '../orders/erase-claims.ts'
import { eraseBoxNames, oldBoxNames } from '../orders/erase-gift-cards.ts'
import {
  abandonedBoxes,
  deleteExpiredOrders,
  endAbandonedBoxes,
  eraseGuests,
  expiredOrders,
  oldGuestOrders,
} from '../orders/retention.ts'
import type { Services } from '../services.ts'
import { endTypedLines, oldTypedLines } from '../staff/corporate-gifts/retention.ts'
import { endNumberChanges, oldNumberChanges } from '../texts/subscriptions.ts'
import { ENDED_SESSIONS, type OldRows, rowsOf } from './old-rows.ts'

type Rule = {
  what: string
  /** Ends what is older than this. */
  until(now: Instant): Instant
  rows: OldRows
  /** The rows have the machine's time instead of the shop's. */
  byWallClock?: boolean
}

/** Small, so that requests run in between. */
const BITE = 200
/** So many mean that the rule itself is broken. */
const MAX_FAILED = 5 * BITE

const days = (count: number) => (now: Instant) => now - count * DAY_MS
/** Until the end of the second year after the year it happened in. */
const twoYearsAfterItsYear = (now: Instant) => Date.UTC(new Date(now).getUTCFullYear() - 2, 0, 1)

/** What ends, and how old it gets. What isn't here stays: placed orders with their lines, stock and money. */
export const RETENTION: readonly Rule[] = [
  {
    what: 'answers kept for repeated requests',
    until: days(1),
    rows: rowsOf(idempotencyKeys, idempotencyKeys.createdAt),
    byWallClock: true,
  },
  {
    what: 'received webhooks, which the provider may repeat',
    until: days(90),
    rows: rowsOf(webhookEvents, webhookEvents.receivedAt),
    byWallClock: true,
  },
  {
    what: 'declined charges',
    until: days(1),
    rows: rowsOf(declinedCharges, declinedCharges.at),
    byWallClock: true,
  },
  // Their files end with them.
  { what: 'exports for accounting', until: days(1), rows: rowsOf(staffExports, staffExports.createdAt) },
  // Their keys prevent repeats.
  { what: 'finished jobs', until: days(90), rows: rowsOf(jobs, jobs.finishedAt, sql`state = 'done'`) },
  { what: 'failed jobs', until: days(180), rows: rowsOf(jobs, jobs.finishedAt, sql`state = 'failed'`) },
  {
    what: 'resolved flags',
    until: days(365),
    rows: rowsOf(staffFlags, staffFlags.resolvedAt, isNotNull(staffFlags.resolvedAt)),
  },
  { what: 'bulk edits, which could be undone', until: days(180), rows: rowsOf(bulkEdits, bulkEdits.madeAt) },
  { what: 'analytics events', until: days(400), rows: rowsOf(analyticsEvents, analyticsEvents.at) },
  { what: 'visits', until: days(400), rows: rowsOf(visits, visits.startedAt) },
  {
    what: 'who searched for what, in marks',
    until: days(100),
    rows: rowsOf(searchMarks, searchMarks.weekAt),
  },
  {
    what: 'invitations to work here',
    until: days(90),
    rows: rowsOf(roleInvitations, roleInvitations.createdAt),
  },
  {
    what: 'challenges for passkeys',
    until: days(1),
    rows: rowsOf(passkeyChallenges, passkeyChallenges.expiresAt),
  },
  // They hold addresses whose owners may never have asked.
  {
    what: 'unconfirmed personal-data requests',
    until: days(0),
    rows: rowsOf(
      personalDataRequests,
      personalDataRequests.expiresAt,
      isNull(personalDataRequests.confirmedAt),
    ),
  },
  {
    what: 'expired links to addresses without an account',
    until: days(1),
    rows: rowsOf(mailedLinks, mailedLinks.expiresAt, sql`+${mailedLinks.userId} is null`), // the index on expires_at
  },
  { what: 'expired links', until: days(30), rows: rowsOf(mailedLinks, mailedLinks.expiresAt) },
  { what: 'wrong passwords', until: days(1), rows: rowsOf(passwordAttempts, passwordAttempts.lastAt) },
  // Somebody else may have typed them.
  {
    what: 'phone numbers that were never confirmed',
    until: days(2),
    rows: rowsOf(textSubscriptions, textSubscriptions.askedAt, sql`state = 'pending'`),
  },
  {
    what: 'changes to phone numbers that were never confirmed',
    until: days(2),
    rows: { find: oldNumberChanges, end: endNumberChanges },
  },
  {
    what: 'phone numbers whose texts ended',
    until: days(180),
    rows: rowsOf(textSubscriptions, textSubscriptions.endedAt, sql`ended_at is not null`),
  },
  { what: 'texts', until: days(180), rows: rowsOf(textMessages, textMessages.createdAt) },
  // Proof of who revoked and when, without the number; four years is the limit of such claims: 28 U.S.C. 1658.
  {
    what: 'received texts',
    until: days(4 * 366),
    rows: rowsOf(incomingTexts, incomingTexts.receivedAt),
  },
  { what: 'counts of emails', until: days(1), rows: rowsOf(mailCounts, mailCounts.at) },
  {
    what: 'places on the wait list',
    until: (now) => now - WAIT_LIST_LIFE_MS,
    rows: rowsOf(
      waitListEntries,
      waitListEntries.joinedAt,
      ne(waitListEntries.campaignType, 'email_capture'),
    ),
  },
  { what: 'sessions', until: days(0), rows: ENDED_SESSIONS },
  {
    what: 'boxes that a guest abandoned, with the personal data in them',
    until: days(60),
    rows: { find: abandonedBoxes, end: endAbandonedBoxes },
  },
  {
    what: 'lines of a corporate gift that became no order',
    until: days(60),
    rows: { find: oldTypedLines, end: endTypedLines },
  },
  {
    what: 'expired orders that nothing refers to',
    until: days(60),
    rows: { find: expiredOrders, end: deleteExpiredOrders },
  },
  // Until then a recall must reach the buyer.
  {
    what: 'the person behind a guest order',
    until: twoYearsAfterItsYear,
    rows: { find: oldGuestOrders, end: eraseGuests },
  },
  {
    what: 'who got the boxes of a corporate gift',
    until: twoYearsAfterItsYear,
    rows: { find: oldBoxNames, end: eraseBoxNames },
  },
  {
    what: 'contacts kept for recalls',
    until: twoYearsAfterItsYear,
    rows: rowsOf(recallContacts, recallContacts.placedAt),
  },
  {
    what: 'people whom a recall told',
    until: twoYearsAfterItsYear,
    rows: rowsOf(recallPeople, recallPeople.createdAt),
  },
  {
    what: 'photos of answered claims',
    until: days(400),
    rows: { find: oldClaimPhotos, end: endClaimPhotos },
  },
  // Automatic renewal laws ask for three years, whether or not the account still exists.
  {
    what: 'withdrawn consents to renewals',
    until: days(3 * 366),
    rows: rowsOf(recurringConsents, recurringConsents.withdrawnAt, isNotNull(recurringConsents.withdrawnAt)),
  },
]

/**
 * A row or a rule that fails keeps no later one from its turn.
 * @throws the first failure, for the list of tasks
 */
export async function endWhatIsOld(services: Services) {
  const failures: unknown[] = []
  for (const rule of RETENTION)
    try {
      failures.push(...(await endByRule(services, rule)))
    } catch (error) {
      services.log.error({ err: error, what: rule.what }, 'a rule of the retention failed')
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** @returns the errors of rows that are still there */
async function endByRule(services: Services, { what, until, rows, byWallClock }: Rule): Promise<unknown[]> {
  const { db, clock, wallClock } = services
  const [now, time] = [clock.now(), byWallClock ? wallClock : clock]
  const failed = new Map<number, unknown>()
  const bite = (tx: DurableTx) =>
    attemptTogether(
      tx,
      services,
      {
        failure: 'an old row could not be ended',
        about: { what },
        limit: BITE,
        waiting: (limit) => rows.find(tx, until(time.now()), limit, now),
        work: (ids) => rows.end(tx, ids, now),
      },
      failed,
    )
  while ((await durably(db, bite)) === BITE && failed.size < MAX_FAILED) await setImmediate()
  return [...failed.values()]
}
