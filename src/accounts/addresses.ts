import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import { type SavedAddress, savedAddresses } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { type Random, TOKEN_PATTERN } from '../tokens.ts'

const MAX_ADDRESSES = 20

type Account = { id: number } | null

/** Default first, then most recently used. A guest has none. */
export function listAddresses(db: Db, user: Account): SavedAddress[] {
  if (!user) return []
  return ofUser(db).all({ userId: user.id })
}

const ofUser = oncePerDatabase((db) =>
  db
    .select()
    .from(savedAddresses)
    .where(eq(savedAddresses.userId, sql.placeholder('userId')))
    .orderBy(desc(savedAddresses.isDefault), desc(savedAddresses.usedAt), desc(savedAddresses.id))
    .prepare(),
)

/** Addresses of other accounts are not found. */
export function findAddress(db: Db, user: Account, token: unknown): SavedAddress | null {
  if (!user || typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null
  const isOwn = and(eq(savedAddresses.token, token), eq(savedAddresses.userId, user.id))
  return db.select().from(savedAddresses).where(isOwn).get() ?? null
}

export const defaultAddress = (db: Db, user: Account): SavedAddress | null => {
  const first = listAddresses(db, user)[0]
  return first?.isDefault ? first : null
}

/** `street2` may be empty, `phone` is E.164. */
export type NewAddress = Pick<
  SavedAddress,
  'name' | 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'phone'
>
type Deps = { db: Db; random: Random; now: Instant }

/**
 * Marks a known address as just used.
 * @param isOwn false: where a gift goes, which must not fill the account's next box
 * @returns the least recently used address, if it was removed to make room
 */
export function saveAddress(
  { db, random, now }: Deps,
  userId: number,
  address: NewAddress,
  isOwn = true,
): Promise<SavedAddress | null> {
  return quickly(db, (tx) => {
    const { name, street1, street2, city, state, zip, phone } = address
    const isDefault = isOwn && defaultAddress(tx, { id: userId }) === null
    tx.insert(savedAddresses)
      .values({
        ...{ name, street1, street2, city, state, zip, phone },
        token: random.token(),
        userId,
        isDefault,
        onlyGifts: !isOwn,
        usedAt: now,
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: UNIQUE_KEY,
        set: {
          ...{ city, state, phone, usedAt: now },
          ...(isDefault && { isDefault }),
          ...(isOwn && { onlyGifts: false }),
        },
      })
      .run()
    return countOf(tx, userId) > MAX_ADDRESSES ? removeOldest(tx, userId) : null
  })
}

export function makeDefault(db: Db, user: Account, token: unknown): Promise<boolean> {
  return quickly(db, (tx) => {
    const address = findAddress(tx, user, token)
    if (!address) return false
    tx.update(savedAddresses)
      .set({ isDefault: false })
      .where(and(eq(savedAddresses.userId, address.userId), eq(savedAddresses.isDefault, true)))
      .run()
    const chosen = { isDefault: true, onlyGifts: false }
    tx.update(savedAddresses).set(chosen).where(eq(savedAddresses.id, address.id)).run()
    return true
  })
}

export type AddressEdit = { ok: true } | { ok: false; reason: 'unknown' | 'known_already' }

export function editAddress(
  db: Db,
  user: { id: number },
  token: unknown,
  address: NewAddress,
): Promise<AddressEdit> {
  return quickly(db, (tx): AddressEdit => {
    const current = findAddress(tx, user, token)
    if (!current) return { ok: false, reason: 'unknown' }
    const { name, street1, street2, city, state, zip, phone } = address
    const isSame = (other: SavedAddress) =>
      other.zip === zip && other.street1 === street1 && other.street2 === street2 && other.name === name
    if (listAddresses(tx, user).some((other) => other.id !== current.id && isSame(other)))
      return { ok: false, reason: 'known_already' }
    tx.update(savedAddresses)
      .set({ name, street1, street2, city, state, zip, phone })
      .where(eq(savedAddresses.id, current.id))
      .run()
    return { ok: true }
  })
}

/** The most recently used of the shopper's own becomes the default. */
export function removeAddress(db: Db, user: { id: number }, token: unknown): Promise<boolean> {
  return quickly(db, (tx) => {
    const address = findAddress(tx, user, token)
    if (!address) return false
    tx.delete(savedAddresses).where(eq(savedAddresses.id, address.id)).run()
    const next = listAddresses(tx, user).find(({ isDefault, onlyGifts }) => isDefault || !onlyGifts)
    if (next && !next.isDefault)
      tx.update(savedAddresses).set({ isDefault: true }).where(eq(savedAddresses.id, next.id)).run()
    return true
  })
}

const UNIQUE_KEY = [
  savedAddresses.userId,
  savedAddresses.zip,
  savedAddresses.street1,
  savedAddresses.street2,
  savedAddresses.name,
]

const countOf = (db: Db, userId: number): number =>
  db.select({ total: count() }).from(savedAddresses).where(eq(savedAddresses.userId, userId)).get()?.total ??
  0

function removeOldest(tx: Tx, userId: number): SavedAddress | null {
  const oldest = tx
    .select()
    .from(savedAddresses)
    .where(and(eq(savedAddresses.userId, userId), eq(savedAddresses.isDefault, false)))
    .orderBy(asc(savedAddresses.usedAt), asc(savedAddresses.id))
    .limit(1)
    .get()
  if (oldest) tx.delete(savedAddresses).where(eq(savedAddresses.id, oldest.id)).run()
  return oldest ?? null
}
