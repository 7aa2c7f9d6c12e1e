import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { DurableTx } from '#db/client.ts'
import { totpFactors } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { deriveKey, hmac } from '../tokens.ts'
import { seal, unseal } from './sealed.ts'

type Secrets = Pick<Config, 'sessionSecret'>

/** What every authenticator app takes; many ignore other values. */
const STEP_SECONDS = 30
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const
const SECRET_BYTES = 20

const stepOf = (now: Instant) => Math.floor(now / (STEP_SECONDS * 1000))

/** 32 letters and digits, as people may type them into an app. */
const totpOf = (base32: string, label = '', issuer = '') =>
  new TOTP({ ...SETTINGS, secret: Secret.fromBase32(base32), ...(label && { label, issuer }) })

type SetupOf = { sessionHash: string; userId: number; passedAt: Instant | null }

/**
 * Of a setup that nobody has confirmed: derived from the session, so that looking at the page stores nothing.
 * Confirming moves `passedAt`, so the next setup gets another secret.
 */
export function offeredSecret(
  { sessionSecret }: Secrets,
  { sessionHash, userId, passedAt }: SetupOf,
): string {
  const bytes = hmac(deriveKey(sessionSecret, 'totp-setup'), `${sessionHash}:${userId}:${passedAt ?? ''}`)
  return new Secret({ buffer: Uint8Array.from(bytes.subarray(0, SECRET_BYTES)).buffer }).base32
}

/** For the picture that the app reads. */
export const setupAddress = (base32: string, email: string, store: string): string =>
  totpOf(base32, email, store).toString()

/** Allows for a clock that is half a minute off. @returns the code's step, or null */
function stepOfCode(base32: string, code: string, now: Instant): number | null {
  const delta = totpOf(base32).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : stepOf(now) + delta
}

type Setup = { userId: number; secret: string; code: string; now: Instant }

/** @returns false if the code isn't the secret's */
export function addTotp(tx: DurableTx, { sessionSecret }: Secrets, setup: Setup): boolean {
  const { userId, secret, code, now } = setup
  const lastStep = stepOfCode(secret, code, now)
  if (lastStep === null) return false
  tx.insert(totpFactors)
    .values({ userId, sealedSecret: seal(sessionSecret, String(userId), secret), lastStep, addedAt: now })
    .run()
  return true
}

/** A code works once: a later one ends all before it. */
export function spendTotp(
  tx: DurableTx,
  { sessionSecret }: Secrets,
  userId: number,
  code: string,
  now: Instant,
): boolean {
  const factor = tx.select().from(totpFactors).where(eq(totpFactors.userId, userId)).get()
  const secret = factor ? unseal(sessionSecret, String(userId), factor.sealedSecret) : null
  const step = secret === null ? null : stepOfCode(secret, code, now)
  if (step === null) return false
  const isUnspent = and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step))
  return tx.update(totpFactors).set({ lastStep: step }).where(isUnspent).run().changes === 1
}
