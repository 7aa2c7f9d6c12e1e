import { desc, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase } from '#db/client.ts'
import {
  type Passkey,
  passkeys,
  type Role,
  recoveryCodes,
  roles,
  secondFactorRoles,
  sessions,
  totpFactors,
  type User,
} from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { notify } from './mail-limit.ts'
import { clearAttempts, takeAttempt } from './password-attempts.ts'
import { recoveryCodesLeft, renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import type { SecondFactorChange } from './second-factor-changes.ts'
import { mailSecondFactor } from './second-factor-mails.tsx'
import { findSession, type SessionFacts } from './session.ts'
import { addTotp, offeredSecret, spendTotp } from './totp.ts'

/** `set_up`: a role requires one, and the account has none yet. */
export type FactorState = 'none' | 'passed' | 'ask' | 'set_up'

const statements = oncePerDatabase((db) => ({
  needs: db
    .select({
      has: sql<number>`exists (select 1 from totp_factors where user_id = ${sql.placeholder('userId')})
        or exists (select 1 from passkeys where user_id = ${sql.placeholder('userId')})`,
      isRequired: sql<number>`exists (select 1 from roles join second_factor_roles using (role)
        where roles.user_id = ${sql.placeholder('userId')})`,
    })
    .from(sql`(select 1)`)
    .prepare(),
}))

const needsOf = (db: Db, userId: number) => {
  const row = statements(db).needs.get({ userId })
  return { has: Boolean(row?.has), isRequired: Boolean(row?.isRequired) }
}

export const hasSecondFactor = (db: Db, userId: number): boolean => needsOf(db, userId).has

/** Read on every request to the back office, so that a requirement holds at once. */
export function factorState(
  db: Db,
  userId: number,
  session: Pick<SessionFacts, 'secondFactorAt'> | null,
): FactorState {
  const { has, isRequired } = needsOf(db, userId)
  if (has) return session?.secondFactorAt == null ? 'ask' : 'passed'
  return isRequired ? 'set_up' : 'none'
}

export const factorStateOf = (db: Db, userId: number, sessionHash: string): FactorState =>
  factorState(db, userId, findSession(db, sessionHash))

/** Whether this session needs no further step. */
export const hasPassed = (db: Db, userId: number, sessionHash: string): boolean =>
  ['none', 'passed'].includes(factorStateOf(db, userId, sessionHash))

export type FactorFacts = {
  hasTotp: boolean
  passkeys: Passkey[]
  codesLeft: number
  /** One of the account's roles requires a second factor. */
  isRequired: boolean
}

export const factorFacts = (db: Db, userId: number): FactorFacts => ({
  hasTotp: db.select().from(totpFactors).where(eq(totpFactors.userId, userId)).get() !== undefined,
  passkeys: db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.addedAt))
    .all(),
  codesLeft: recoveryCodesLeft(db, userId),
  isRequired: needsOf(db, userId).isRequired,
})

export const markPassed = (tx: DurableTx, sessionHash: string, now: Instant) =>
  void tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.idHash, sessionHash)).run()

type Asked = { user: User; sessionHash: string }

export type Confirmed =
  | { ok: true; codes: string[] }
  | { ok: false; reason: 'wrong' | 'exists' }
  | { ok: false; reason: 'wait'; seconds: number }

/** Turns on the app that shows the code. Its session has then passed. */
export async function confirmTotp(
  services: Services,
  { user, sessionHash }: Asked,
  code: string,
): Promise<Confirmed> {
  const { db, clock, config } = services
  const seconds = await takeAttempt(services, attemptKey(user.id))
  if (seconds > 0) return { ok: false, reason: 'wait', seconds }
  return durably(db, (tx): Confirmed => {
    const now = clock.now()
    if (factorFacts(tx, user.id).hasTotp) return { ok: false, reason: 'exists' }
    const secret = setupSecret(tx, config, { user, sessionHash })
    if (!addTotp(tx, config, { userId: user.id, secret, code, now })) return { ok: false, reason: 'wrong' }
    return { ok: true, codes: factorAdded(tx, services, { user, sessionHash }) }
  })
}

/** The secret that this session's setup page shows. */
export const setupSecret = (db: Db, config: Pick<Config, 'sessionSecret'>, { user, sessionHash }: Asked) =>
  offeredSecret(config, {
    sessionHash,
    userId: user.id,
    passedAt: findSession(db, sessionHash)?.secondFactorAt ?? null,
  })

/** @returns new recovery codes */
export function factorAdded(tx: DurableTx, services: Services, { user, sessionHash }: Asked): string[] {
  const now = services.clock.now()
  clearAttempts(tx, attemptKey(user.id))
  markPassed(tx, sessionHash, now)
  tellOwner(tx, user, 'added', now)
  return renewRecoveryCodes(tx, services.random, user.id)
}

export type Passed =
  | { ok: true; codesLeft: number | null }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'wait'; seconds: number }

/** With a code of the app, or a recovery code. Failures are counted per account, whatever network they come from. */
export async function passWithCode(
  services: Services,
  { user, sessionHash }: Asked,
  typed: string,
): Promise<Passed> {
  const { db, clock, config } = services
  const seconds = await takeAttempt(services, attemptKey(user.id))
  if (seconds > 0) return { ok: false, reason: 'wait', seconds }
  return durably(db, (tx): Passed => {
    const now = clock.now()
    const code = typed.replaceAll(/\s/g, '')
    const isApps = /^\d{6}$/.test(code) && spendTotp(tx, config, user.id, code, now)
    const isRecovery = !isApps && spendRecoveryCode(tx, user.id, code, now)
    if (!isApps && !isRecovery) return { ok: false, reason: 'wrong' }
    clearAttempts(tx, attemptKey(user.id))
    markPassed(tx, sessionHash, now)
    if (isRecovery) tellOwner(tx, user, 'recovery_code_used', now)
    return { ok: true, codesLeft: isRecovery ? recoveryCodesLeft(tx, user.id) : null }
  })
}

/** A key in the table of password attempts. It has spaces, so it can't be an email address. */
export const attemptKey = (userId: number) => `second factor of ${userId}`

export const newRecoveryCodes = ({ db, random, clock }: Services, user: User): Promise<string[]> =>
  durably(db, (tx) => {
    tellOwner(tx, user, 'recovery_codes_renewed', clock.now())
    return renewRecoveryCodes(tx, random, user.id)
  })

export type Removed = { ok: true } | { ok: false; reason: 'required' | 'unknown' }

/** @param token a passkey's, or 'app' */
export const removeFactor = ({ db, clock }: Services, user: User, token: string): Promise<Removed> =>
  durably(db, (tx): Removed => {
    const { hasTotp, passkeys: keys, isRequired } = factorFacts(tx, user.id)
    const isThere = token === 'app' ? hasTotp : keys.some((key) => key.token === token)
    if (!isThere) return { ok: false, reason: 'unknown' }
    const isLast = keys.length + (hasTotp ? 1 : 0) === 1
    if (isLast && isRequired) return { ok: false, reason: 'required' }
    if (token === 'app') tx.delete(totpFactors).where(eq(totpFactors.userId, user.id)).run()
    else tx.delete(passkeys).where(eq(passkeys.token, token)).run()
    if (isLast) tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).run()
    tellOwner(tx, user, 'removed', clock.now())
    return { ok: true }
  })

/** By a colleague or the command line, for someone who lost theirs. @returns whether there was any */
export function resetFactors(tx: DurableTx, user: User, now: Instant): boolean {
  const { hasTotp, passkeys: keys } = factorFacts(tx, user.id)
  if (!hasTotp && keys.length === 0) return false
  tx.delete(totpFactors).where(eq(totpFactors.userId, user.id)).run()
  tx.delete(passkeys).where(eq(passkeys.userId, user.id)).run()
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).run()
  clearAttempts(tx, attemptKey(user.id))
  tellOwner(tx, user, 'reset', now)
  return true
}

function tellOwner(tx: DurableTx, user: User, change: SecondFactorChange, now: Instant) {
  const key = `mail_second_factor:${user.token}:${change}:${now}`
  notify(tx, user.email, mailSecondFactor, { userId: user.id, change, key }, { key, now })
}

export const requiredRoles = (db: Db): Role[] =>
  db
    .select({ role: secondFactorRoles.role })
    .from(secondFactorRoles)
    .all()
    .map(({ role }) => role)

/** @returns whether anything changed */
export function requireSecondFactor(tx: DurableTx, role: Role, isRequired: boolean, now: Instant): boolean {
  const { changes } = isRequired
    ? tx.insert(secondFactorRoles).values({ role, requiredAt: now }).onConflictDoNothing().run()
    : tx.delete(secondFactorRoles).where(eq(secondFactorRoles.role, role)).run()
  return changes === 1
}

/** Of these accounts, who has a second factor. */
export const peopleWithFactor = (db: Db): Set<number> =>
  new Set(
    db
      .all<{ id: number }>(sql`
        select distinct ${roles.userId} as id from ${roles} where exists (select 1 from totp_factors t where t.user_id = ${roles.userId})
          or exists (select 1 from passkeys p where p.user_id = ${roles.userId})`)
      .map(({ id }) => id),
  )
