import { asc, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { farms, fulfillmentCenters, ROLES, type Role, roles, type User, users } from '#db/schema/index.ts'
import { type AuditSubject, recordAction } from '../audit/audit.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { secretOf } from './mailed-links.ts'
import { personName } from './person-name.ts'
import { isEmail } from './rules.ts'
import { createLink } from './send-link.ts'
import { addUser } from './sign-up.ts'
import { userByEmail } from './users.ts'

type Deps = Pick<Services, 'db' | 'config' | 'random' | 'clock'>

export type Grant = {
  email: string
  role: Role
  /** A center's number or name, or a farm's slug; undefined for staff, who have neither. */
  subject: string | undefined
}

export type Refused = 'email' | 'subject' | 'no_subject' | 'merged'
export type Granted = { ok: true; url: string } | { ok: false; reason: Refused }

export const isRole = (typed: string): typed is Role => ROLES.some((role) => role === typed)

/** Gives an account the role, creating it if needed. @returns a link that signs the person in once */
export function grantRole(deps: Deps, { email, role, subject }: Grant): Promise<Granted> {
  const { db, config, random, clock } = deps
  return durably(db, (tx): Granted => {
    if (!isEmail(email)) return { ok: false, reason: 'email' }
    if (role !== 'staff' && subject === undefined) return { ok: false, reason: 'no_subject' }
    const subjectId = subject === undefined ? null : findSubject(tx, role, subject)
    if (subjectId === undefined) return { ok: false, reason: 'subject' }
    const now = clock.now()
    const user = userByEmail(tx, email) ?? addUser(tx, random, { email, passwordHash: null, now })
    if (!user) return { ok: false, reason: 'email' }
    if (user.mergedIntoId !== null) return { ok: false, reason: 'merged' }
    if (addRole(tx, user.id, { role, subjectId }))
      recordAction(tx, {
        ...{ actor: null, verb: 'person.role_given', subject: personSubject(user), now },
        detail: { role: roleWords(tx, { role, subjectId }) },
      })
    const lifeSeconds = config.accounts.magicLinkSeconds
    const nextPath = DESKS[role]()
    const link = { purpose: 'magic_link', userId: user.id, email: user.email, nextPath } as const
    const token = createLink(tx, { config, random, now }, { ...link, lifeSeconds })
    return { ok: true, url: config.appUrl + paths.magicLink(secretOf(config, token)) }
  })
}

/** Where the link leads. */
const DESKS: Record<Role, () => string> = {
  staff: paths.staff,
  fulfillment: paths.fulfillment,
  vendor: paths.vendor,
}

export type RoleAt = Pick<typeof roles.$inferSelect, 'role' | 'subjectId'>

/** @returns false if the account has it already */
export function addRole(tx: DurableTx, userId: number, { role, subjectId }: RoleAt): boolean {
  const held = tx.select().from(roles).where(eq(roles.userId, userId)).all()
  if (held.some((row) => row.role === role && row.subjectId === subjectId)) return false
  tx.insert(roles).values({ userId, role, subjectId }).run()
  return true
}

export const personSubject = (user: User): AuditSubject => ({
  kind: 'person',
  token: user.token,
  label: personName(user),
})

export type HeldRole = { email: string; role: Role; subject: string | null }

export const listRoles = (db: Db): HeldRole[] =>
  db
    .select({ email: users.email, role: roles.role, subjectId: roles.subjectId })
    .from(roles)
    .innerJoin(users, eq(users.id, roles.userId))
    .orderBy(asc(users.email), asc(roles.role), asc(roles.subjectId))
    .all()
    .map(({ email, role, subjectId }) => ({ email, role, subject: subjectName(db, role, subjectId) }))

/** Undefined if there is none. */
export function findSubject(tx: DurableTx, role: Role, subject: string): number | undefined {
  const slug = subject.toLowerCase()
  if (role === 'vendor') return tx.select().from(farms).where(eq(farms.slug, slug)).get()?.id
  if (role === 'staff') return undefined
  const centers = tx.select().from(fulfillmentCenters).all()
  return centers.find(({ id, slug }) => subject === String(id) || slug === slugOf(subject))?.id
}

const slugOf = (name: string) => name.trim().toLowerCase().replaceAll(' ', '-')

const ROLE_WORDS: Record<Role, string> = { fulfillment: 'clerk', vendor: 'farmer', staff: 'staff' }

/** For people: 'clerk at Truckee Meadows'. */
export function roleWords(db: Db, { role, subjectId }: RoleAt): string {
  const place = subjectId === null ? ALL[role] : subjectOf(db, role, subjectId)?.name
  return place ? `${ROLE_WORDS[role]} at ${place}` : ROLE_WORDS[role]
}

/** What a role without a subject is for; older versions granted it to vendors and fulfillment too. */
const ALL = { fulfillment: 'all centers', vendor: 'all farms', staff: null }

/** For the command line, which takes slugs. */
export const subjectName = (db: Db, role: Role, id: number | null): string | null =>
  id === null ? ALL[role] : (subjectOf(db, role, id)?.slug ?? null)

const subjectOf = (db: Db, role: Role, id: number): { slug: string; name: string } | undefined =>
  role === 'vendor'
    ? db.select().from(farms).where(eq(farms.id, id)).get()
    : db.select().from(fulfillmentCenters).where(eq(fulfillmentCenters.id, id)).get()
