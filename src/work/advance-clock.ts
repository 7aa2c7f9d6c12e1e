import { openEarlyAccess } from '../catalog/early-access.ts'
import { tellWaitList } from '../catalog/wait-list-rounds.ts'
import { setShopTime } from '../clock.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../day.ts'
import { endLapsedBadges } from '../farms/lapsed-badges.ts'
import { tendFarmNews } from '../farms/news-mails.tsx'
import type { RunnableJob } from '../jobs/job.ts'
import { nextRunAt, runDue } from '../jobs/worker.ts'
import { nextMembershipAt, tendMemberships } from '../membership/tend.ts'
import { expireHolds } from '../payments/reconcile.ts'
import type { Services } from '../services.ts'
import { followParcels } from '../shipping/follow-parcels.ts'
import { expireLots } from '../stock/lot-withdrawal.ts'
import { keepHolding } from '../weather/alert-jobs.ts'
import { JOBS } from './jobs.ts'

const UNITS = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS, s: 1000 } as const

/** Milliseconds of '14d', '36h', '90m' or '20s'; null for anything else. */
export function parseSpan(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([dhms])$/.exec(text) ?? []
  return count && unit ? Number(count) * UNITS[unit as keyof typeof UNITS] : null
}

/** What moves by the shop's time, but not by our jobs: the embedded carrier's parcels. */
export type Outside = {
  nextAt(): Instant | null
  /** Brings the shop the news of all that has moved by now. */
  catchUp(): Promise<void>
}

const NOTHING_OUTSIDE: Outside = { nextAt: () => null, catchUp: async () => {} }

/**
 * Moves the shop clock forward, stopping whenever a job falls due, a membership needs something or a parcel moves,
 * then does one round of what recurs. @returns how many jobs ran
 */
export async function advanceClock(
  services: Services,
  milliseconds: number,
  jobs: readonly RunnableJob[] = JOBS,
  outside = NOTHING_OUTSIDE,
): Promise<number> {
  const { db, clock, wallClock } = services
  const until = clock.now() + milliseconds
  const nextStop = () => earliest(nextRunAt(db, jobs), nextMembershipAt(db, clock.now()), outside.nextAt())
  let jobsRun = 0
  await tendMemberships(services)
  for (let stop = nextStop(); stop !== null && stop <= until; stop = nextStop()) {
    if (stop > clock.now()) await setShopTime(db, stop, wallClock.now())
    await outside.catchUp()
    await tendMemberships(services)
    const count = await runDue(services, jobs)
    if (count === 0 && nextStop() === stop) break // another process is running them
    jobsRun += count
  }
  if (clock.now() < until) await setShopTime(db, until, wallClock.now())
  await outside.catchUp()
  await tendMemberships(services)
  await openEarlyAccess(services)
  await expireHolds(services)
  await expireLots(services)
  await keepHolding(services)
  await tellWaitList(services)
  await tendFarmNews(services)
  await endLapsedBadges(services)
  await followParcels(services)
  return jobsRun + (await runDue(services, jobs))
}

function earliest(...moments: (Instant | null)[]): Instant | null {
  const known = moments.filter((at) => at !== null)
  return known.length === 0 ? null : Math.min(...known)
}
