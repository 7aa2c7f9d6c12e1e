import { and, asc, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type PersonalDataRequest, personalDataRequests } from '#db/schema/index.ts'
import { secretOf } from '../accounts/mailed-links.ts'
import { userByEmail } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { erasePerson } from './erase.ts'
import { mailDataRefusal, mailDataRequest } from './mails.tsx'
import type { Person } from './person.ts'

const HOUR_MS = 3_600_000
/** How long a mailed link can be confirmed, and how long what it opened can be fetched. */
const LINK_MS = 24 * HOUR_MS
/** More mails an hour are a flood for somebody's mailbox: the same answer, but nothing is sent. */
const MAILS_AN_HOUR = 3

export type NewRequest = Pick<PersonalDataRequest, 'kind' | 'email' | 'fullName' | 'state'>

/** Files a request and mails its address a link to confirm it by. Nothing else comes of asking. */
export async function fileRequest(services: Services, request: NewRequest) {
  const { db, clock, chance, config } = services
  const now = clock.now()
  await durably(db, (tx) => {
    if (requestsSince(tx, request.email, now - HOUR_MS) >= MAILS_AN_HOUR) return
    const token = chance.token()
    const hash = sha256(secretOf(config, token))
    tx.insert(personalDataRequests)
      .values({ ...request, token, hash, askedAt: now, expiresAt: now + LINK_MS })
      .run()
    const key = `mail_data_request:${token}`
    enqueue(tx, mailDataRequest, { request: token }, { key, now })
  })
}

function requestsSince(db: Db, email: string, since: Instant): number {
  const recent = and(eq(personalDataRequests.email, email), gt(personalDataRequests.askedAt, since))
  return (
    db.select({ count: sql<number>`count(*)` }).from(personalDataRequests).where(recent).get()?.count ?? 0
  )
}

export type MailedRequest = { request: PersonalDataRequest; standing: 'to_confirm' | 'confirmed' }

/** The request behind a mailed link, while the link is good. Looking changes nothing. */
export function requestByLink({ db, clock }: Services, secret: string): MailedRequest | null {
  const request = db
    .select()
    .from(personalDataRequests)
    .where(eq(personalDataRequests.hash, sha256(secret)))
    .get()
  if (!request) return null
  const { confirmedAt, expiresAt } = request
  const now = clock.now()
  if (confirmedAt === null) return expiresAt > now ? { request, standing: 'to_confirm' } : null
  return confirmedAt + LINK_MS > now ? { request, standing: 'confirmed' } : null
}

/**
 * Somebody who reads the mail of that address confirms the request. To see the data is granted with it, since it goes
 * to whoever holds the link; to have it erased is looked at by a person first. @returns false for all but the first
 */
export async function confirmRequest({ db, clock }: Services, { token, kind }: PersonalDataRequest) {
  const now = clock.now()
  const confirmed = await durably(db, (tx) =>
    tx
      .update(personalDataRequests)
      .set({ confirmedAt: now, ...(kind === 'access' ? { doneAt: now } : {}) })
      .where(and(eq(personalDataRequests.token, token), isNull(personalDataRequests.confirmedAt)))
      .run(),
  )
  return confirmed.changes === 1
}

/** Whoever proved to read the mail of a request's address. */
export const personOfRequest = (db: Db, { email }: PersonalDataRequest): Person => ({
  user: userByEmail(db, email),
  email,
})

const QUEUE_SHOWN = 200

/** Confirmed requests: what waits, the oldest first, then what was done. */
export const requestQueue = (db: Db): PersonalDataRequest[] =>
  db
    .select()
    .from(personalDataRequests)
    .where(isNotNull(personalDataRequests.confirmedAt))
    .orderBy(
      sql`${personalDataRequests.doneAt} is not null`,
      asc(sql`case when ${personalDataRequests.doneAt} is null then ${personalDataRequests.confirmedAt} end`),
      desc(personalDataRequests.doneAt),
    )
    .limit(QUEUE_SHOWN)
    .all()

/** One that waits for a person of the shop, or null. */
export const openRequest = (db: Db, token: string): PersonalDataRequest | null =>
  db.select().from(personalDataRequests).where(stillOpen(token)).get() ?? null

/** Somebody of the shop decided on it before. */
export const isDecided = (db: Db, token: string): boolean =>
  db
    .select({ doneAt: personalDataRequests.doneAt })
    .from(personalDataRequests)
    .where(eq(personalDataRequests.token, token))
    .get()?.doneAt != null

const stillOpen = (token: string) =>
  and(
    eq(personalDataRequests.token, token),
    isNotNull(personalDataRequests.confirmedAt),
    isNull(personalDataRequests.doneAt),
  )

/** Erases who asked for it. Of two decisions at once the first stands, and with it its deed. */
export function grantErasure(services: Services, { token, ...request }: PersonalDataRequest) {
  const { db, clock } = services
  const person = personOfRequest(db, { token, ...request })
  return erasePerson(services, person, (tx) =>
    decide(tx, token, { doneAt: clock.now() }) ? null : 'decided',
  )
}

/**
 * Says why it can't be: the law knows reasons to keep something. Whoever asked is told by mail.
 * @returns false where somebody decided on it before
 */
export const refuseRequest = ({ db, clock }: Services, { token }: PersonalDataRequest, refusal: string) =>
  durably(db, (tx) => {
    const now = clock.now()
    if (!decide(tx, token, { doneAt: now, refusal })) return false
    const key = `mail_data_refusal:${token}`
    enqueue(tx, mailDataRefusal, { request: token }, { key, now })
    return true
  })

/** @returns false where it is decided already */
function decide(tx: DurableTx, token: string, decision: { doneAt: Instant; refusal?: string }): boolean {
  const decided = tx.update(personalDataRequests).set(decision).where(stillOpen(token)).run()
  return decided.changes === 1
}

/** Requests nobody confirmed say nothing, and hold an address that perhaps never asked. */
export function forgetUnconfirmed(tx: Tx, before: Instant) {
  tx.delete(personalDataRequests)
    .where(and(isNull(personalDataRequests.confirmedAt), lt(personalDataRequests.expiresAt, before)))
    .run()
}
