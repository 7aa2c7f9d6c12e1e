import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { preferencesOf } from '../../accounts/preferences.ts'
import { stricterPreferences } from '../../accounts/stricter-preferences.ts'
import { sha256 } from '../../tokens.ts'
import type { MergeTopic } from './topics.ts'

export type MergeCounts = Record<MergeTopic, number>

/** One statement, so that all counts are of the same moment. */
export const mergeCounts = (db: Db, { id, email }: Pick<User, 'id' | 'email'>): MergeCounts =>
  db.get<MergeCounts>(sql`select
    (select count(*) from orders where user_id = ${id} and placed_at is not null) as orders,
    (select count(*) from order_lines join orders on orders.id = order_id
      where user_id = ${id} and placed_at is null and membership_id is null and state not in ('expired', 'canceled')) as cart_items,
    (select count(*) from memberships where user_id = ${id} and state <> 'canceled') as boxes,
    (select count(*) from saved_addresses where user_id = ${id}) as addresses,
    (select count(*) from stored_cards where user_id = ${id}) as cards,
    (select coalesce(sum(balance_cents), 0) from gift_cards where user_id = ${id}) as credit_cents,
    (select count(*) from bought_gift_cards join orders on orders.id = order_id where user_id = ${id}) as gift_cards,
    (select count(*) from rewards where user_id = ${id}) as rewards,
    (select count(*) from referrals where referrer_id = ${id}) as referrals,
    (select count(*) from ratings where user_id = ${id})
      + (select count(*) from cut_notes where user_id = ${id}) as ratings,
    (select count(*) from reviews where user_id = ${id}) as reviews,
    (select count(*) from farm_follows where user_id = ${id}) as follows,
    (select count(*) from consents where email = ${email} and ended_at is null) as consents,
    (select count(*) from customer_notes where user_id = ${id}) as notes,
    (select count(*) from claims join orders on orders.id = order_id where user_id = ${id}) as claims,
    (select count(*) from staff_flags join orders on orders.id = order_id
      where user_id = ${id} and resolved_at is null) as flags,
    (select count(*) from text_subscriptions where user_id = ${id} and state = 'on') as texts`) ?? NOTHING

const NOTHING: MergeCounts = {
  orders: 0,
  cart_items: 0,
  boxes: 0,
  addresses: 0,
  cards: 0,
  credit_cents: 0,
  gift_cards: 0,
  rewards: 0,
  referrals: 0,
  ratings: 0,
  reviews: 0,
  follows: 0,
  consents: 0,
  notes: 0,
  claims: 0,
  flags: 0,
  texts: 0,
}

export type MergePreview = {
  kept: MergeCounts
  merged: MergeCounts
  /** What both have, and what becomes of it, as sentences. */
  conflicts: string[]
  /** Of all of this: the form sends it back, so that nothing else is merged than was shown. */
  mark: string
}

export function previewMerge(db: Db, keptUser: User, mergedUser: User): MergePreview {
  const [kept, merged] = [mergeCounts(db, keptUser), mergeCounts(db, mergedUser)]
  const conflicts = conflictsOf(db, { keptUser, mergedUser, kept, merged })
  const mark = sha256(JSON.stringify([keptUser.id, mergedUser.id, kept, merged, conflicts])).slice(0, 32)
  return { kept, merged, conflicts, mark }
}

type Both = { keptUser: User; mergedUser: User; kept: MergeCounts; merged: MergeCounts }

function conflictsOf(db: Db, { keptUser, mergedUser, kept, merged }: Both): string[] {
  const both = (topic: MergeTopic) => kept[topic] > 0 && merged[topic] > 0
  const own = preferencesOf(db, keptUser.id)
  const change = stricterPreferences(db, mergedUser.id, keptUser.id)
  const isStricter =
    (change.level ?? own.level) !== own.level ||
    (change.textLevel ?? own.textLevel) !== own.textLevel ||
    own.topics.some((name) => change.topics?.[name] === false)
  return [
    ...(both('boxes') ? ['Both have a recurring box. Both boxes go on, each on its own days.'] : []),
    ...(both('cart_items') ? ['Both have items in an open box. They become one box.'] : []),
    ...(isStricter ? ['They chose different emails or texts. The stricter choice holds from now on.'] : []),
    ...(both('texts') ? ['Both get delivery texts. The number of the account that stays gets them.'] : []),
    ...(both('reviews') || both('ratings')
      ? ['Where both rated or reviewed the same cut, the one of the account that stays is kept.']
      : []),
    ...(keptUser.phone !== null && mergedUser.phone !== null && keptUser.phone !== mergedUser.phone
      ? ['They have different phone numbers. The one of the account that stays is kept.']
      : []),
  ]
}
