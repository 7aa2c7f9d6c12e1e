import type { JobRow } from '#db/schema/index.ts'

/** A running job whose claim isn't renewed for this long belongs to a dead process. */
export const LEASE_MS = 30_000
export const RENEW_INTERVAL_MS = 5_000

type Sighting = { claim: string; since: number }

/**
 * Watches other processes' claims by this process's own steady time. Nobody compares two clocks, so a clock that jumps,
 * or a machine whose clock is ahead, takes no running job.
 */
export function createLeaseWatch() {
  let sightings = new Map<number, Sighting>()
  return {
    /** @returns the jobs whose claims weren't renewed during a whole lease */
    abandoned(running: JobRow[], steadyNow: number): JobRow[] {
      sightings = new Map(running.map((job) => [job.id, sighting(sightings.get(job.id), job, steadyNow)]))
      return running.filter((job) => steadyNow - (sightings.get(job.id)?.since ?? steadyNow) > LEASE_MS)
    },
  }
}

function sighting(last: Sighting | undefined, { attempts, beats }: JobRow, steadyNow: number): Sighting {
  const claim = `${attempts}:${beats}`
  return last?.claim === claim ? last : { claim, since: steadyNow }
}
