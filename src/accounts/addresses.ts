import { and, asc, count, desc, eq } from 'drizzle-orm'
import { type Db, quickly, type Tx } from '#db/client.ts'
import { type SavedAddress, savedAddresses } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { type Chance, TOKEN_PATTERN } from '../tokens.ts'

/** Past this the address that was not used for longest makes room. */
const MOST = 20

type Owner = { id: number } | null

/** What somebody can choose from: the default first, then what was used last. A guest has none. */
export function listAddresses(db: Db, user: Owner): SavedAddress[] {
  if (!user) return []
  return db
    .select()
    .from(savedAddresses)
    .where(eq(savedAddresses.userId, user.id))
    .orderBy(desc(savedAddresses.isDefault), desc(savedAddresses.usedAt), desc(savedAddresses.id))
    .all()
}

/** The one way from an `address_id` to an address: through its owner. Somebody else's is as unknown as none. */
export function findAddress(db: Db, user: Owner, token: unknown): SavedAddress | null {
  if (!user || typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null
  const mine = and(eq(savedAddresses.token, token), eq(savedAddresses.userId, user.id))
  return db.select().from(savedAddresses).where(mine).get() ?? null
}

export const defaultAddress = (db: Db, user: Owner): SavedAddress | null => {
  const first = listAddresses(db, user)[0]
  return first?.isDefault ? first : null
}

/** `street2` may be empty, `phone` is E.164. */
export type AddressToKeep = Pick<
  SavedAddress,
  'name' | 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'phone'
>
type Keeping = { db: Db; chance: Chance; now: Instant }

/**
 * Keeps an address that an order was given. One that is known is only noted as used; the first is the default.
 * @returns the one that had to make room
 */
export function keepAddress(
  { db, chance, now }: Keeping,
  userId: number,
  address: AddressToKeep,
): Promise<SavedAddress | null> {
  return quickly(db, (tx) => {
    const { name, street1, street2, city, state, zip, phone } = address
    const isFirst = countOf(tx, userId) === 0
    tx.insert(savedAddresses)
      .values({
        ...{ name, street1, street2, city, state, zip, phone },
        token: chance.token(),
        userId,
        isDefault: isFirst,
        usedAt: now,
        createdAt: now,
      })
      .onConflictDoUpdate({ target: ONE_ADDRESS, set: { city, state, phone, usedAt: now } })
      .run()
    return countOf(tx, userId) > MOST ? forgetOldest(tx, userId) : null
  })
}

/** Makes one of somebody's addresses the one that is offered first. @returns false when it is not theirs */
export function makeDefault(db: Db, user: Owner, token: unknown): Promise<boolean> {
  return quickly(db, (tx) => {
    const address = findAddress(tx, user, token)
    if (!address) return false
    tx.update(savedAddresses)
      .set({ isDefault: false })
      .where(and(eq(savedAddresses.userId, address.userId), eq(savedAddresses.isDefault, true)))
      .run()
    tx.update(savedAddresses).set({ isDefault: true }).where(eq(savedAddresses.id, address.id)).run()
    return true
  })
}

export type AddressEdit = { ok: true } | { ok: false; reason: 'unknown' | 'known_already' }

/** Writes one of somebody's addresses anew. */
export function editAddress(
  db: Db,
  user: { id: number },
  token: unknown,
  address: AddressToKeep,
): Promise<AddressEdit> {
  return quickly(db, (tx): AddressEdit => {
    const former = findAddress(tx, user, token)
    if (!former) return { ok: false, reason: 'unknown' }
    const { name, street1, street2, city, state, zip, phone } = address
    const isSame = (one: SavedAddress) =>
      one.zip === zip && one.street1 === street1 && one.street2 === street2 && one.name === name
    if (listAddresses(tx, user).some((one) => one.id !== former.id && isSame(one)))
      return { ok: false, reason: 'known_already' }
    tx.update(savedAddresses)
      .set({ name, street1, street2, city, state, zip, phone })
      .where(eq(savedAddresses.id, former.id))
      .run()
    return { ok: true }
  })
}

/** Takes one of somebody's addresses off; of what is left the one used last is the default. @returns false for none */
export function removeAddress(db: Db, user: { id: number }, token: unknown): Promise<boolean> {
  return quickly(db, (tx) => {
    const address = findAddress(tx, user, token)
    if (!address) return false
    tx.delete(savedAddresses).where(eq(savedAddresses.id, address.id)).run()
    const next = listAddresses(tx, user)[0]
    if (next && !next.isDefault)
      tx.update(savedAddresses).set({ isDefault: true }).where(eq(savedAddresses.id, next.id)).run()
    return true
  })
}

const ONE_ADDRESS = [
  savedAddresses.userId,
  savedAddresses.zip,
  savedAddresses.street1,
  savedAddresses.street2,
  savedAddresses.name,
]

const countOf = (db: Db, userId: number): number =>
  db.select({ of: count() }).from(savedAddresses).where(eq(savedAddresses.userId, userId)).get()?.of ?? 0

function forgetOldest(tx: Tx, userId: number): SavedAddress | null {
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
