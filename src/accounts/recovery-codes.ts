import { and, count, eq, isNull } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { recoveryCodes } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { type Random, sha256 } from '../tokens.ts'

const CODES = 10
/** 59 bits: too many to guess, so a plain hash is enough. */
const CODE_LENGTH = 12

const hashOf = (userId: number, code: string) => sha256(`recovery code:${userId}:${code}`)

/** Replaces all earlier ones. @returns the codes as people write them, for the only time */
export function renewRecoveryCodes(tx: DurableTx, random: Random, userId: number): string[] {
  const codes = Array.from({ length: CODES }, () => random.readable(CODE_LENGTH))
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
  tx.insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })))
    .run()
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Each works once. */
export function spendRecoveryCode(tx: DurableTx, userId: number, typed: string, now: Instant): boolean {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (code.length !== CODE_LENGTH) return false
  const isGood = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.hash, hashOf(userId, code)),
    isNull(recoveryCodes.usedAt),
  )
  return tx.update(recoveryCodes).set({ usedAt: now }).where(isGood).run().changes === 1
}

export const recoveryCodesLeft = (db: Db, userId: number): number =>
  db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .get()?.n ?? 0
