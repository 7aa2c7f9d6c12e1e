import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type PersonalDataRequest, personalDataRequests } from '#db/schema/index.ts'
import { secretOf } from '../accounts/mailed-links.ts'
import { userByEmail } from '../accounts/users.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { erasePerson } from './erase.ts'
import { mailDataCorrected, mailDataRefusal, mailDataRequest } from './mails.tsx'
import type { Person } from './person.ts'

/** How long a request can be confirmed, and then how long its file can be downloaded. */
const LINK_MS = DAY_MS
/** Per address. Past this, the response is the same but no email is sent. */
const MAILS_PER_HOUR = 3

export type NewRequest = Pick<PersonalDataRequest, 'kind' | 'email' | 'fullName' | 'state' | 'correction'>

export async function fileRequest(services: Services, request: NewRequest) {
  const { db, clock, random, config } = services
  const now = clock.now()
  await durably(db, (tx) => {
    if (requestsSince(tx, request.email, now - HOUR_MS) >= MAILS_PER_HOUR) return
    const token = random.token()
    const hash = sha256(secretOf(config, token))
    const expiresAt = now + LINK_MS
    tx.insert(personalDataRequests)
      .values({ ...request, token, hash, askedAt: now, expiresAt })
      .run()
    const key = `mail_data_request:${token}`
    enqueue(tx, mailDataRequest, { request: token }, { key, now, giveUpAt: expiresAt })
  })
}

function requestsSince(db: Db, email: string, since: Instant): number {
  const recent = and(eq(personalDataRequests.email, email), gt(personalDataRequests.askedAt, since))
  return (
    db.select({ count: sql<number>`count(*)` }).from(personalDataRequests).where(recent).get()?.count ?? 0
  )
}

export type MailedRequest = { request: PersonalDataRequest; status: 'to_confirm' | 'confirmed' }

export function requestByLink({ db, clock }: Services, secret: string): MailedRequest | null {
  const request = db
    .select()
    .from(personalDataRequests)
    .where(eq(personalDataRequests.hash, sha256(secret)))
    .get()
  if (!request) return null
  const { confirmedAt, expiresAt } = request
  const now = clock.now()
  if (confirmedAt === null) return expiresAt > now ? { request, status: 'to_confirm' } : null
  return confirmedAt + LINK_MS > now ? { request, status: 'confirmed' } : null
}

/** Grants access at once, because the link proves the address. Other requests wait for staff. */
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

/** Only for a confirmed request, which proves the address. */
export const personOfRequest = (db: Db, { email }: PersonalDataRequest): Person => ({
  user: userByEmail(db, email),
  email,
})

const QUEUE_LIMIT = 200

/** Confirmed requests: open ones first, oldest on top, then decided ones. */
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
    .limit(QUEUE_LIMIT)
    .all()

export const openRequestCount = (db: Db): number =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(personalDataRequests)
    .where(and(isNotNull(personalDataRequests.confirmedAt), sql`done_at is null`))
    .get()?.count ?? 0

export const openRequest = (db: Db, token: string): PersonalDataRequest | null =>
  db.select().from(personalDataRequests).where(isOpen(token)).get() ?? null

export const isDecided = (db: Db, token: string): boolean =>
  db
    .select({ doneAt: personalDataRequests.doneAt })
    .from(personalDataRequests)
    .where(eq(personalDataRequests.token, token))
    .get()?.doneAt != null

const isOpen = (token: string) =>
  and(
    eq(personalDataRequests.token, token),
    isNotNull(personalDataRequests.confirmedAt),
    isNull(personalDataRequests.doneAt),
  )

/** Of two parallel decisions, the first wins. */
export function grantErasure(services: Services, request: PersonalDataRequest, actor: Actor) {
  const { db, clock } = services
  return erasePerson(services, personOfRequest(db, request), (tx) =>
    decide(tx, request, actor, { doneAt: clock.now() }) ? null : 'decided',
  )
}

/** Staff have made the correction. @returns false if it was already decided */
export const closeCorrection = ({ db, clock }: Services, request: PersonalDataRequest, actor: Actor) =>
  durably(db, (tx) => {
    const now = clock.now()
    const { token } = request
    if (!decide(tx, request, actor, { doneAt: now })) return false
    enqueue(tx, mailDataCorrected, { request: token }, { key: `mail_data_corrected:${token}`, now })
    return true
  })

/** The law allows some reasons to refuse. @returns false if it was already decided */
export const refuseRequest = (
  { db, clock }: Services,
  request: PersonalDataRequest,
  actor: Actor,
  refusal: string,
) =>
  durably(db, (tx) => {
    const now = clock.now()
    const { token } = request
    if (!decide(tx, request, actor, { doneAt: now, refusal })) return false
    const key = `mail_data_refusal:${token}`
    enqueue(tx, mailDataRefusal, { request: token }, { key, now })
    return true
  })

const DONE = { access: 'handed_over', delete: 'erased', correct: 'corrected' } as const

function decide(
  tx: DurableTx,
  { token, kind }: PersonalDataRequest,
  actor: Actor,
  decision: { doneAt: Instant; refusal?: string },
): boolean {
  const decided = tx.update(personalDataRequests).set(decision).where(isOpen(token)).run()
  if (decided.changes === 0) return false
  recordAction(tx, {
    actor,
    verb: decision.refusal === undefined ? `data_request.${DONE[kind]}` : 'data_request.refused',
    subject: { kind: 'data_request', token, label: `Request to ${kind}` },
    reason: decision.refusal ?? null,
    now: decision.doneAt,
  })
  return true
}
