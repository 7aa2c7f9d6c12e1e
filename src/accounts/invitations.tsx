import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { type Role, type RoleInvitation, roleInvitations, roles, type User } from '#db/schema/index.ts'
import { invitationMail } from '#views/mails/people-mails.tsx'
import { type Actor, recordAction } from '../audit/audit.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { actorOf } from './actor.ts'
import { secretOf } from './mailed-links.ts'
import { personName } from './person-name.ts'
import { addRole, findSubject, personSubject, roleWords } from './role-grants.ts'
import { isEmail } from './rules.ts'
import { addUser } from './sign-up.ts'
import { normalizeEmail, userByEmail, userById } from './users.ts'

const LIFE_DAYS = 7

export type Invited = { email: string; role: Role; subject: string }
export type InvitationRefusal = { ok: false; code: 'email' | 'subject' | 'has_role' | 'merged' }

/**
 * Emails a link. Using it grants the role, because it proves the address; an account with that address does not. An
 * owner without a colleague invites themself to pack.
 */
export function invite(
  services: Services,
  user: User,
  invited: Invited,
): Promise<{ ok: true } | InvitationRefusal> {
  const { db, clock, random, config } = services
  const { role, subject } = invited
  const email = normalizeEmail(invited.email)
  return durably(db, (tx) => {
    if (!isEmail(email)) return { ok: false, code: 'email' }
    const subjectId = role === 'staff' ? null : findSubject(tx, role, subject)
    if (subjectId === undefined) return { ok: false, code: 'subject' }
    const account = userByEmail(tx, email)
    if (account && account.mergedIntoId !== null) return { ok: false, code: 'merged' }
    if (account && holds(tx, account.id, { role, subjectId })) return { ok: false, code: 'has_role' }
    const now = clock.now()
    endOpen(tx, email, now, { role, subjectId })
    const token = random.token()
    const row = { token, hash: sha256(secretOf(config, token)), email, role, subjectId, invitedById: user.id }
    tx.insert(roleInvitations)
      .values({ ...row, createdAt: now, expiresAt: now + LIFE_DAYS * DAY_MS })
      .run()
    recordInvitation(tx, actorOf(user), 'invitation.sent', row, now)
    enqueue(tx, mailRoleInvitation, { token }, { key: `mail_role_invitation:${token}`, now })
    return { ok: true }
  })
}

type Held = Pick<RoleInvitation, 'role' | 'subjectId'>

const holds = (tx: DurableTx, userId: number, { role, subjectId }: Held): boolean =>
  tx
    .select()
    .from(roles)
    .where(eq(roles.userId, userId))
    .all()
    .some((held) => held.role === role && held.subjectId === subjectId)

function endOpen(tx: DurableTx, email: string, now: Instant, { role, subjectId }: Held) {
  const open = tx
    .select()
    .from(roleInvitations)
    .where(and(eq(roleInvitations.email, email), isNull(roleInvitations.endedAt)))
    .all()
  for (const one of open)
    if (one.role === role && one.subjectId === subjectId) endInvitation(tx, one.token, now)
}

const endInvitation = (tx: DurableTx, token: string, now: Instant): boolean =>
  tx
    .update(roleInvitations)
    .set({ endedAt: now })
    .where(and(eq(roleInvitations.token, token), isNull(roleInvitations.endedAt)))
    .run().changes === 1

/** What a person whose role was removed has sent, and what waits for them, gives no role anymore. */
export const endInvitationsOf = (tx: DurableTx, { id, email }: User, now: Instant) =>
  void tx
    .update(roleInvitations)
    .set({ endedAt: now })
    .where(
      and(
        or(eq(roleInvitations.invitedById, id), eq(roleInvitations.email, email)),
        isNull(roleInvitations.endedAt),
      ),
    )
    .run()

type Named = Pick<RoleInvitation, 'token' | 'role' | 'subjectId'>

/** Leaves out the address, which couldn't be erased from the trail. */
function recordInvitation(
  tx: DurableTx,
  actor: Actor,
  verb: `invitation.${string}`,
  row: Named,
  now: Instant,
) {
  const words = roleWords(tx, row)
  const subject = { kind: 'invitation', token: row.token, label: `Invitation as ${words}` }
  recordAction(tx, { actor, verb, subject, now })
}

export const mailRoleInvitation = job(
  'mail_role_invitation',
  z.object({ token: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { token }) => {
    const row = db.select().from(roleInvitations).where(eq(roleInvitations.token, token)).get()
    if (!row || row.endedAt !== null) return
    const inviter = row.invitedById === null ? null : userById(db, row.invitedById)
    const mail = invitationMail({
      inviter: inviter ? personName(inviter) : config.store.name,
      work: roleWords(db, row),
      url: config.appUrl + paths.invitation(secretOf(config, token)),
      days: LIFE_DAYS,
      store: config.store,
    })
    await mailer.send({ ...mail, key: `role_invitation:${token}`, to: row.email })
  },
)

/** Those that can still be accepted, newest first. */
export const openInvitations = (db: Db, now: Instant): RoleInvitation[] =>
  db
    .select()
    .from(roleInvitations)
    .where(and(isNull(roleInvitations.endedAt), gt(roleInvitations.expiresAt, now)))
    .orderBy(desc(roleInvitations.createdAt))
    .limit(100)
    .all()

/** @returns false if it was accepted or withdrawn before */
export const withdrawInvitation = ({ db, clock }: Services, user: User, token: string): Promise<boolean> =>
  durably(db, (tx) => {
    const now = clock.now()
    const row = tx.select().from(roleInvitations).where(eq(roleInvitations.token, token)).get()
    if (!row || !endInvitation(tx, token, now)) return false
    recordInvitation(tx, actorOf(user), 'invitation.withdrawn', row, now)
    return true
  })

export const findInvitation = (db: Db, secret: string, now: Instant): RoleInvitation | null =>
  db
    .select()
    .from(roleInvitations)
    .where(
      and(
        eq(roleInvitations.hash, sha256(secret)),
        isNull(roleInvitations.endedAt),
        gt(roleInvitations.expiresAt, now),
      ),
    )
    .get() ?? null

/** The account that the invitation is for; new if the address has none. */
export const accountOfInvitation = (
  { db, random, clock }: Services,
  { email }: RoleInvitation,
): Promise<User | null> =>
  durably(
    db,
    (tx) => userByEmail(tx, email) ?? addUser(tx, random, { email, passwordHash: null, now: clock.now() }),
  )

/** Runs in the transaction of the sign-in. @returns false if it was used in the meantime */
export function acceptInvitation(
  tx: DurableTx,
  { token, role, subjectId }: RoleInvitation,
  account: User,
  now: Instant,
) {
  if (!endInvitation(tx, token, now)) return false
  addRole(tx, account.id, { role, subjectId })
  recordAction(tx, {
    ...{ actor: actorOf(account), verb: 'person.joined', subject: personSubject(account), now },
    detail: { role: roleWords(tx, { role, subjectId }) },
  })
  return true
}

export const deleteInvitationsTo = (tx: Tx, email: string) =>
  void tx.delete(roleInvitations).where(eq(roleInvitations.email, email)).run()
