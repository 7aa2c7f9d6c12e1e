import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { nextMembershipAt } from '#src/membership/tend.ts'
import { signedIn } from '../account.ts'
import { passRefusal } from './asked.ts'
import { actAsMember } from './member-acts.ts'
import { changePrice, type MemberShop, restock, SCARCE } from './members.ts'
import type { Season } from './season.ts'

export const memberShopOf = ({ draw, shop }: Season): MemberShop => ({
  draw,
  db: () => shop().db,
  now: () => shop().clock.now(),
  stripe: () => shop().services.stripe,
  enter: (email) => signedIn(shop(), email),
})

const LONGEST_SLEEP_MS = 6 * HOUR_MS

/** A day of a shop with members, with failures from its first minute to its last hour. */
export async function playMembersDay(season: Season, members: MemberShop, acts: number) {
  const { draw, survive, shop } = season
  const evening = shop().clock.now() + DAY_MS - HOUR_MS
  season.startTrouble()
  for (let act = 0; act < acts; act++) {
    await survive(() => actAsMember(members).catch(passRefusal))
    await survive(() => liveUntil(season, Math.min(evening, shop().clock.now() + draw.below(3) * HOUR_MS)))
  }
  if (draw.chance(0.1)) await survive(() => restock(members, SCARCE, 6))
  if (draw.chance(0.1)) await survive(() => changePrice(members))
  // A machine that was off for days, or whose clock was wrong, catches up once it's back.
  if (draw.chance(0.03)) shop().jumpClock((1 + draw.below(3)) * DAY_MS)
  await survive(() => liveUntil(season, evening))
  season.endTrouble()
  await liveUntil(season, Math.max(evening, shop().clock.now()) + HOUR_MS)
}

/** Stops whenever a membership has work to do, like a shop that checks every minute. */
async function liveUntil(season: Season, until: number) {
  for (let now = season.shop().clock.now(); now < until; now = season.shop().clock.now()) {
    const { db } = season.shop()
    const next = nextMembershipAt(db, now) ?? until
    await season.live(Math.max(60_000, Math.min(next, until, now + LONGEST_SLEEP_MS) - now))
  }
}
