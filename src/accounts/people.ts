import { and, count, eq, isNull } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Role, roles, type User, users } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { endInvitationsOf } from './invitations.tsx'
import { personSubject, type RoleAt, roleWords } from './role-grants.ts'
import { requireSecondFactor, resetFactors } from './second-factor.ts'
import { revokeSessionsOf } from './session.ts'
import { announceSessionEnded } from './session-ended.ts'
import { userByEmail, userByToken } from './users.ts'

export type PersonWithRoles = { user: User; roles: RoleAt[] }

/** Everyone with a role: few enough for one page. */
export function peopleWithRoles(db: Db): PersonWithRoles[] {
  const rows = db
    .select({ user: users, role: roles.role, subjectId: roles.subjectId })
    .from(roles)
    .innerJoin(users, eq(users.id, roles.userId))
    .orderBy(users.firstName, users.email, roles.role, roles.subjectId)
    .all()
  const people = new Map<number, PersonWithRoles>()
  for (const { user, role, subjectId } of rows) {
    const person = people.get(user.id) ?? { user, roles: [] }
    person.roles.push({ role, subjectId })
    people.set(user.id, person)
  }
  return [...people.values()]
}

export const personByToken = (db: Db, token: string): PersonWithRoles | null =>
  peopleWithRoles(db).find(({ user }) => user.token === token) ?? null

type By = { actor: NonNullable<Actor>; now: Instant }

export type PersonRefusal = { ok: false; code: 'unknown' | 'own' | 'last_staff' | 'no_factor' }
export type PersonChanged = { ok: true; ended: string[] } | PersonRefusal

/** Removes one role and ends all of the account's sessions. */
function removeRoleIn(
  tx: DurableTx,
  token: string,
  { role, subjectId }: RoleAt,
  { actor, now }: By,
): PersonChanged {
  const user = userByToken(tx, token)
  if (!user) return { ok: false, code: 'unknown' }
  if (user.id === actor.id) return { ok: false, code: 'own' }
  const isIt = and(
    eq(roles.userId, user.id),
    eq(roles.role, role),
    subjectId === null ? isNull(roles.subjectId) : eq(roles.subjectId, subjectId),
  )
  if (!tx.select().from(roles).where(isIt).get()) return { ok: false, code: 'unknown' }
  if (role === 'staff' && staffCount(tx) === 1) return { ok: false, code: 'last_staff' }
  tx.delete(roles).where(isIt).run()
  endInvitationsOf(tx, user, now)
  recordAction(tx, {
    ...{ actor, verb: 'person.role_removed', subject: personSubject(user), now },
    detail: { roles: [roleWords(tx, { role, subjectId })] },
  })
  return { ok: true, ended: revokeSessionsOf(tx, user.id, null, now) }
}

const staffCount = (tx: DurableTx): number =>
  tx.select({ n: count() }).from(roles).where(eq(roles.role, 'staff')).get()?.n ?? 0

export const removeRole = (services: Services, token: string, role: RoleAt, actor: By['actor']) =>
  ending(services, (tx) => removeRoleIn(tx, token, role, { actor, now: services.clock.now() }))

/**
 * By the command line: all roles of the account, or one kind of them, and with them its sessions and invitations.
 * Processes that serve notice ended sessions by polling. @returns how many it lost
 */
export const revokeRoles = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
  role: Role | undefined,
): Promise<number> =>
  durably(db, (tx) => {
    const user = userByEmail(tx, email)
    if (!user) return 0
    const isOurs = role === undefined ? undefined : eq(roles.role, role)
    const lost = tx
      .delete(roles)
      .where(and(eq(roles.userId, user.id), isOurs))
      .returning()
      .all()
    if (lost.length === 0) return 0
    const now = clock.now()
    endInvitationsOf(tx, user, now)
    revokeSessionsOf(tx, user.id, null, now)
    recordAction(tx, {
      ...{ actor: null, verb: 'person.role_removed', subject: personSubject(user), now },
      detail: { roles: lost.map((one) => roleWords(tx, one)) },
    })
    return lost.length
  })

/** For a colleague who lost theirs, never for oneself. */
export const resetFactorOf = (services: Services, token: string, reason: string, actor: By['actor']) =>
  ending(services, (tx): PersonChanged => {
    const person = personByToken(tx, token)
    if (!person) return { ok: false, code: 'unknown' }
    if (person.user.id === actor.id) return { ok: false, code: 'own' }
    return resetIn(tx, person.user, { actor, reason, now: services.clock.now() })
  })

type Reset = { actor: Actor; reason: string | null; now: Instant }

function resetIn(tx: DurableTx, user: User, { actor, reason, now }: Reset): PersonChanged {
  if (!resetFactors(tx, user, now)) return { ok: false, code: 'no_factor' }
  recordAction(tx, { actor, verb: 'person.second_step_reset', subject: personSubject(user), reason, now })
  return { ok: true, ended: revokeSessionsOf(tx, user.id, null, now) }
}

async function ending(services: Services, change: (tx: DurableTx) => PersonChanged): Promise<PersonChanged> {
  const changed = await durably(services.db, change)
  if (changed.ok) for (const hash of changed.ended) announceSessionEnded(services, hash)
  return changed
}

/** Processes that serve notice ended sessions by polling. @returns whether there was one */
export const resetFactorFromCommandLine = ({ db, clock }: Pick<Services, 'db' | 'clock'>, email: string) =>
  durably(db, (tx) => {
    const user = userByEmail(tx, email)
    return user !== null && resetIn(tx, user, { actor: null, reason: null, now: clock.now() }).ok
  })

export const changeRequirement = (
  { db, clock }: Services,
  role: Role,
  isRequired: boolean,
  actor: By['actor'],
) =>
  durably(db, (tx) => {
    const now = clock.now()
    if (!requireSecondFactor(tx, role, isRequired, now)) return false
    const subject = { kind: 'role', token: role, label: role }
    const verb = isRequired ? 'role.second_step_required' : 'role.second_step_optional'
    recordAction(tx, { actor, verb, subject, now })
    return true
  })
