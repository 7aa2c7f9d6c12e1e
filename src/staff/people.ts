import { asc } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, ROLES } from '#db/schema/index.ts'
import { openInvitations } from '../accounts/invitations.tsx'
import { type PersonWithRoles, peopleWithRoles, personByToken } from '../accounts/people.ts'
import { personName } from '../accounts/person-name.ts'
import { type RoleAt, roleWords } from '../accounts/role-grants.ts'
import { factorFacts, peopleWithFactor, requiredRoles } from '../accounts/second-factor.ts'
import { activeSessionsOf } from '../accounts/session.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { listCenters } from '../delivery/centers.ts'
import { iso } from '../privacy/iso.ts'
import type { Services } from '../services.ts'

export type HeldRole = RoleAt & { words: string }

const heldRoles = (db: Db, held: RoleAt[]): HeldRole[] =>
  held.map((role) => ({ ...role, words: roleWords(db, role) }))

const personRow = (db: Db, { user, roles }: PersonWithRoles, withFactor: Set<number>) => ({
  user,
  name: personName(user),
  roles: heldRoles(db, roles),
  hasFactor: withFactor.has(user.id),
})

export type PersonRow = ReturnType<typeof personRow>
export type PeopleFacts = ReturnType<typeof peopleFacts>

export function peopleFacts(db: Db, now: Instant) {
  const withFactor = peopleWithFactor(db)
  const required = requiredRoles(db)
  return {
    people: peopleWithRoles(db).map((person) => personRow(db, person, withFactor)),
    invitations: openInvitations(db, now).map((invitation) => {
      const inviter = invitation.invitedById === null ? null : userById(db, invitation.invitedById)
      return { ...invitation, words: roleWords(db, invitation), inviter: inviter && personName(inviter) }
    }),
    requirements: ROLES.map((role) => ({ role, isRequired: required.includes(role) })),
    places: {
      fulfillment: listCenters(db).map(({ slug, name }) => ({ slug, name })),
      vendor: db.select({ slug: farms.slug, name: farms.name }).from(farms).orderBy(asc(farms.name)).all(),
    },
  }
}

export const peopleJson = ({ people, invitations, requirements }: PeopleFacts) => ({
  people: people.map(({ user, name, roles, hasFactor }) => ({
    token: user.token,
    name,
    email: user.email,
    roles: roles.map(({ words }) => words),
    second_factor: hasFactor,
  })),
  invitations: invitations.map(({ token, email, words, inviter, createdAt, expiresAt }) => ({
    token,
    email,
    role: words,
    invited_by: inviter,
    created_at: iso(createdAt),
    expires_at: iso(expiresAt),
  })),
  second_factor_required: requirements.filter(({ isRequired }) => isRequired).map(({ role }) => role),
  total: people.length,
  page: 1,
  pages: 1,
})

export type PersonFacts = NonNullable<ReturnType<typeof personFacts>>

export function personFacts({ db, clock }: Services, token: string) {
  const person = personByToken(db, token)
  if (!person) return null
  return {
    ...personRow(db, person, peopleWithFactor(db)),
    factor: factorFacts(db, person.user.id),
    sessions: activeSessionsOf(db, person.user.id, clock.now()).map(({ device, seenAt }) => ({
      device,
      seenAt,
    })),
  }
}

export const personJson = ({ user, name, roles, factor, sessions }: PersonFacts) => ({
  token: user.token,
  name,
  email: user.email,
  roles: roles.map(({ role, subjectId, words }) => ({ role, subject_id: subjectId, words })),
  second_factor: {
    app: factor.hasTotp,
    passkeys: factor.passkeys.length,
    recovery_codes_left: factor.codesLeft,
  },
  sessions: sessions.map(({ device, seenAt }) => ({ device, seen_at: iso(seenAt) })),
})
