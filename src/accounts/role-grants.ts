import { and, asc, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { farms, fulfillmentCenters, ROLES, type Role, roles, users } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { secretOf } from './mailed-links.ts'
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

export type Refused = 'email' | 'subject' | 'no_subject'
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
    const held = tx.select().from(roles).where(eq(roles.userId, user.id)).all()
    if (!held.some((row) => row.role === role && row.subjectId === subjectId))
      tx.insert(roles).values({ userId: user.id, role, subjectId }).run()
    const lifeSeconds = config.accounts.magicLinkSeconds
    const link = { purpose: 'magic_link', userId: user.id, email: user.email, nextPath: null } as const
    const token = createLink(tx, { config, random, now }, { ...link, lifeSeconds })
    return { ok: true, url: config.appUrl + paths.magicLink(secretOf(config, token)) }
  })
}

/** All roles of the account, or one of them. @returns how many it lost */
export const revokeRoles = (db: Db, email: string, role: Role | undefined): Promise<number> =>
  durably(db, (tx) => {
    const user = userByEmail(tx, email)
    if (!user) return 0
    const isOurs = role === undefined ? undefined : eq(roles.role, role)
    return tx
      .delete(roles)
      .where(and(eq(roles.userId, user.id), isOurs))
      .run().changes
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
function findSubject(tx: DurableTx, role: Role, subject: string): number | undefined {
  const slug = subject.toLowerCase()
  if (role === 'vendor') return tx.select().from(farms).where(eq(farms.slug, slug)).get()?.id
  if (role === 'staff') return undefined
  const centers = tx.select().from(fulfillmentCenters).all()
  return centers.find(({ id, slug }) => subject === String(id) || slug === slugOf(subject))?.id
}

const slugOf = (name: string) => name.trim().toLowerCase().replaceAll(' ', '-')

/** What a role without a subject is for; older versions granted it to vendors and fulfillment too. */
const ALL = { fulfillment: 'all centers', vendor: 'all farms', staff: null }

function subjectName(db: Db, role: Role, id: number | null): string | null {
  if (id === null) return ALL[role]
  if (role === 'vendor') return db.select().from(farms).where(eq(farms.id, id)).get()?.slug ?? null
  const center = db.select().from(fulfillmentCenters).where(eq(fulfillmentCenters.id, id)).get()
  return center?.slug ?? null
}
