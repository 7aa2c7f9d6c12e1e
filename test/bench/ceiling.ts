import type { Measured } from './measured.ts'

/** What the slowest one of a hundred requests may take. */
export const P99_MS = 100
/** The rest found every connection waiting. */
const LEAST_ANSWERED = 0.98
const DOUBLINGS = 12
const HALVINGS = 4

/** What a rate was like: shares from 0 to 1. */
export type Attempt = {
  aSecond: number
  measured: Measured
  /** Of the requests or orders that were due. */
  answered: number
  /** How busy the server's cores and the load generator's core were, and the part that was the server's own. */
  serverBusy: number
  serverOwn: number
  askingBusy: number
  /** Of the time, processes waiting for the disk. */
  diskWait: number
  /** Of the machine's memory, the server's part. */
  memory: number
  /** Whether jobs piled up, such as receipts. */
  isBehind: boolean
}

export type Ceiling = { borne: Attempt | null; broken: Attempt | null }

export const isBorne = ({ measured, answered, isBehind }: Attempt): boolean =>
  measured.failed === 0 && measured.p99 < P99_MS && answered >= LEAST_ANSWERED && !isBehind

/**
 * The highest rate that is borne, within 5 %, and the lowest that isn't: doubles until one isn't, then halves the
 * distance. A rate gets a second try, because other load on the machine makes bad seconds.
 */
export async function findCeiling(
  from: number,
  attempt: (aSecond: number) => Promise<Attempt>,
): Promise<Ceiling> {
  const found: Ceiling = { borne: null, broken: null }
  const isBorneAt = async (aSecond: number) => {
    const first = await attempt(aSecond)
    const last = isBorne(first) ? first : await attempt(aSecond)
    found[isBorne(last) ? 'borne' : 'broken'] = last
    return isBorne(last)
  }
  let low = from
  for (let times = 0; times < DOUBLINGS && (await isBorneAt(low)); times++) low *= 2
  if (!found.borne || !found.broken) return found
  for (let times = 0; times < HALVINGS; times++)
    await isBorneAt(Math.sqrt(found.borne.aSecond * found.broken.aSecond))
  return found
}

const BUSY = 0.85
const MOSTLY_OTHERS = 0.6
const WAITING = 0.3
const FULL = 0.8

/** What ran out at a rate that wasn't borne. */
export function whatRanOut({
  measured,
  serverBusy,
  serverOwn,
  askingBusy,
  diskWait,
  memory,
  isBehind,
}: Attempt): string {
  if (measured.failed > 0) return `nothing that was measured: ${measured.failed} answers were wrong`
  if (memory >= FULL) return 'memory'
  if (serverBusy >= BUSY && serverOwn < MOSTLY_OTHERS * serverBusy)
    return "the server's processor, but much of it went to other programs: measure again on an idle machine"
  if (serverBusy >= BUSY) return "the server's processor"
  if (diskWait >= WAITING) return 'the disk'
  if (askingBusy >= BUSY) return "the load generator's processor, so the shop bears more than this"
  if (isBehind) return 'the worker that does the jobs after an order'
  return 'neither processor nor disk: requests waited for each other'
}
