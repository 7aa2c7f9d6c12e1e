/** Rates per second and times in milliseconds. */
export type Measured = {
  rps: number
  p50: number
  p99: number
  max: number
  count: number
  /** Milliseconds of the server's CPU time per response; 0 if unknown. */
  cpu: number
  /** Responses that were neither 2xx nor 3xx. */
  failed: number
  /** Bytes of the last response's body, as sent. */
  bytes: number
}

/** One row of the table: a measurement and its baseline. */
export type Row = {
  shop: string
  name: string
  /** Along with shop and name, identifies the row across runs and for the bars. */
  isBesideSales?: boolean
  measured: Measured
  yardstick?: { name: string; measured: Measured }
}

/** A single number, such as memory, a start time or statements. */
export type Figure = { shop: string; name: string; value: number; unit: string }

export type Times = Pick<Measured, 'p50' | 'p99' | 'max'>

export function timesOf(took: number[]): Times {
  const sorted = Float64Array.from(took).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: percentile(sorted, 1) }
}

/** @param sorted ascending @returns 0 if empty */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The median round by rate, with the failures of all: a shared machine has good and bad seconds. */
export function median(rounds: Measured[]): Measured {
  const sorted = [...rounds].sort((a, b) => a.rps - b.rps)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}

/** What one core could answer per second if nothing else used it. */
export const quietCore = ({ cpu, rps }: Measured): number => (cpu > 0 ? 1000 / cpu : rps)

/** A response's cost as a multiple of the baseline's; 0 if unknown. */
export const costOf = ({ measured, yardstick }: Row): number =>
  yardstick && yardstick.measured.cpu > 0 ? measured.cpu / yardstick.measured.cpu : 0

/** Below this share of a server's time, the figure says nothing about the pages. */
const LEAST_SHARE = 0.15

/** Subtracts the CPU time of concurrent sales; if they took nearly all of it, the rest is unknown. */
export function lessSales(measured: Measured, sold: number, saleCpu: number): Measured {
  const total = measured.cpu * measured.count
  const left = total - sold * saleCpu
  return { ...measured, cpu: left > LEAST_SHARE * total ? left / measured.count : 0 }
}

/** The findings of a part. */
export type Findings = { rows: Row[]; figures: Figure[]; notes?: string[] }

export const joined = (found: Findings[]): Findings => ({
  rows: found.flatMap(({ rows }) => rows),
  figures: found.flatMap(({ figures }) => figures),
  notes: found.flatMap(({ notes }) => notes ?? []),
})
