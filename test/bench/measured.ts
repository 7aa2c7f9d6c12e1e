/** Rates a second and times in milliseconds. */
export type Measured = {
  rps: number
  p50: number
  p99: number
  max: number
  count: number
  /** Milliseconds of the server's processor for one answer; 0 when unknown. */
  cpu: number
  /** Answers that were neither 2xx nor 3xx. */
  failed: number
  /** Bytes of the last answer's body, as sent. */
  bytes: number
}

/** One line of the table: what was measured, beside what. */
export type Row = {
  shop: string
  name: string
  /** What the same row is called in every run, for the bars and the run before. */
  isBesideSales?: boolean
  measured: Measured
  yardstick?: { name: string; measured: Measured }
}

/** A single number: memory, a start, statements. */
export type Figure = { shop: string; name: string; value: number; unit: string }

export type Times = Pick<Measured, 'p50' | 'p99' | 'max'>

export function timesOf(took: number[]): Times {
  const sorted = Float64Array.from(took).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: percentile(sorted, 1) }
}

/** @param sorted the smallest first @returns 0 of nothing */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The one in the middle by rate, with what failed in all of them: a shared machine has good and bad seconds. */
export function median(rounds: Measured[]): Measured {
  const sorted = [...rounds].sort((a, b) => a.rps - b.rps)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}

/** What one core could answer in a second if nobody else used it. */
export const quietCore = ({ cpu, rps }: Measured): number => (cpu > 0 ? 1000 / cpu : rps)

/** What an answer costs in answers of the yardstick; 0 when unknown. */
export const costOf = ({ measured, yardstick }: Row): number =>
  yardstick && yardstick.measured.cpu > 0 ? measured.cpu / yardstick.measured.cpu : 0

/** Less than this share of a server's time tells nothing of the pages that had it. */
const LEAST_SHARE = 0.15

/** Takes away the processor time of the sales beside it; where they took nearly all of it, what is left is unknown. */
export function lessSales(measured: Measured, sold: number, saleCpu: number): Measured {
  const total = measured.cpu * measured.count
  const left = total - sold * saleCpu
  return { ...measured, cpu: left > LEAST_SHARE * total ? left / measured.count : 0 }
}

/** What a part found. */
export type Findings = { rows: Row[]; figures: Figure[] }

export const joined = (found: Findings[]): Findings => ({
  rows: found.flatMap(({ rows }) => rows),
  figures: found.flatMap(({ figures }) => figures),
})
