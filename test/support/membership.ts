import { eq } from 'drizzle-orm'
import { membershipBoxes, memberships, outboxMessages } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { nextMembershipAt, tendMemberships } from '#src/membership/tend.ts'
import { signedIn, userOf } from './account.ts'
import { expectOk } from './buying.ts'
import type { Shopper } from './shopper.ts'
import { type World, world } from './world.ts'

export const MEMBER = 'member@example.com'

export type NextBox = {
  order_token: string
  arrival_date: string
  lock_at: string
  charge_at: string
  total_cents: number
  items: { bid_item_token: string; name: string; quantity: number }[]
  free_item: FreeItem | null
  free_items: (FreeItem & { available: boolean })[]
}
type FreeItem = { promotion_id: string; name: string; label: string }
export type Subscription = { token: string; state: string; renew_period_type: string; next: NextBox | null }

/** The demo's member, with the next box planned. */
export async function memberShop(wishes: Parameters<typeof world>[0] = {}) {
  const made = await world(wishes)
  const member = await signedIn(made, MEMBER)
  await tendMemberships(made.services)
  return { ...made, made, member }
}

export async function subscriptionOf(member: Shopper): Promise<Subscription> {
  const answer = await expectOk(member.call('GET', '/account/subscriptions'))
  const { subscriptions } = (await answer.json()) as { subscriptions: Subscription[] }
  return subscriptions[0]!
}

export async function nextBoxOf(member: Shopper): Promise<NextBox> {
  const { next } = await subscriptionOf(member)
  if (!next) throw new Error('there is no next box')
  return next
}

/** Advances the clock, stopping wherever a membership has work to do, as `npm run clock -- advance` does. */
export async function advance(made: World, milliseconds: number) {
  const until = made.clock.now() + milliseconds
  await tendMemberships(made.services)
  await made.settleDown()
  for (
    let at = nextMembershipAt(made.db, made.clock.now());
    at !== null && at <= until;
    at = nextMembershipAt(made.db, made.clock.now())
  ) {
    made.pass(at - made.clock.now())
    await tendMemberships(made.services)
    await made.settleDown()
  }
  made.pass(until - made.clock.now())
}

export const advanceTo = (made: World, at: string, and = 0) =>
  advance(made, Date.parse(at) + and - made.clock.now())

export const pastCharge = (made: World, box: NextBox) => advanceTo(made, box.charge_at, 60_000)

export const membershipRow = (made: World) =>
  made.db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userOf(made, MEMBER).id))
    .get()!

export const boxesOf = (made: World) =>
  made.db
    .select()
    .from(membershipBoxes)
    .where(eq(membershipBoxes.membershipId, membershipRow(made).id))
    .all()

export const subjectsTo = ({ db }: World, recipient = MEMBER) =>
  db
    .select({ subject: outboxMessages.subject })
    .from(outboxMessages)
    .where(eq(outboxMessages.recipient, recipient))
    .all()
    .map(({ subject }) => subject ?? '')

export const WEEKS = (count: number) => count * 7 * DAY_MS
