import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { giftCardEntries, giftCards, rewards, type SavedAddress, type StoredCard } from '#db/schema/index.ts'
import { iso } from './iso.ts'

export const cardOf = ({ brand, last4, expMonth, expYear, isDefault, keptAt }: StoredCard) => ({
  card: last4 === null ? null : `${brand} ${last4}`,
  expires: expMonth === null ? null : `${expMonth}/${expYear}`,
  is_default: isDefault,
  kept_at: iso(keptAt),
})

export const savedAddressOf = ({
  name,
  street1,
  street2,
  city,
  state,
  zip,
  phone,
  ...rest
}: SavedAddress) => ({
  name,
  street_address_1: street1,
  street_address_2: street2,
  city,
  state,
  postal_code: zip,
  phone_number: phone,
  is_default: rest.isDefault,
  last_used_at: iso(rest.usedAt),
})

export const rewardsOf = (db: Db, userId: number) =>
  db
    .select()
    .from(rewards)
    .where(eq(rewards.userId, userId))
    .all()
    .map(({ name, amountCents, deliverBy, grantedAt }) => ({
      name,
      amount_cents: amountCents,
      deliver_by: deliverBy,
      given_at: iso(grantedAt),
    }))

/** Everything that came in and went out, oldest first. */
export const creditEntriesOf = (db: Db, userId: number) =>
  db
    .select({ cause: giftCardEntries.cause, cents: giftCardEntries.cents, at: giftCardEntries.at })
    .from(giftCardEntries)
    .innerJoin(giftCards, eq(giftCards.id, giftCardEntries.giftCardId))
    .where(eq(giftCards.userId, userId))
    .orderBy(asc(giftCardEntries.id))
    .all()
    .map(({ cause, cents, at }) => ({ cause, cents, at: iso(at) }))
