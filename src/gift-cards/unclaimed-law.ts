import type { Day } from '../day.ts'

type UnclaimedLaw = {
  /** Without use, after which a balance is the state's to keep for its owner. Null: gift cards are exempt. */
  years: number | null
  source: string
}

/**
 * Unclaimed property, by the state of a card's buyer. A state that isn't here wasn't looked up: ask a lawyer, as also
 * about the state of the company, which counts for buyers whose state nobody knows. Our cards never expire, which
 * federal law (12 CFR 1005.20) would allow after five years. Gathered on 2026-11-27 from summaries; not legal advice.
 */
export const UNCLAIMED_LAW: Readonly<Record<string, UnclaimedLaw>> = {
  CA: { years: null, source: 'Cal. Code Civ. Proc. 1520.5' },
  DE: { years: 5, source: 'Del. Code tit. 12, 1133' },
  FL: { years: null, source: 'Fla. Stat. 717.1045' },
  NJ: { years: 5, source: 'N.J. Stat. 46:30B-42.1 (not below $250,000 of cards a year)' },
  NY: { years: 5, source: 'N.Y. Aband. Prop. Law 1315' },
  TX: { years: 3, source: 'Tex. Prop. Code 72.1016' },
  VA: { years: null, source: 'Va. Code 55-210.8:1, since recodified in title 55.1' },
}

/** @returns null where cards are exempt, or no law is known */
export function unclaimedOn(state: string | null, lastUsedOn: Day): Day | null {
  const years = state === null ? null : (UNCLAIMED_LAW[state]?.years ?? null)
  if (years === null) return null
  const day = new Date(`${lastUsedOn}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10) as Day
}
