import { faultsOf, tally } from '../support/simulation/invariants.ts'
import { openSeason } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

export const simulation: Proof = {
  name: 'simulation',
  promise: `${figures.days} days of a busy shop and its center, with declines, edits, moves, cancels, texts, claims, storms, recalls, outages and crashes: the books and lots agree every evening`,
  play,
}

async function play(): Promise<Verdict> {
  const season = await openSeason(figures.seed)
  for (let day = 1; day <= figures.days; day++) {
    await playDay(season, 12)
    const faults = faultsOf(season.shop())
    if (faults.length > 0) return { ok: false, told: { day, faults } }
  }
  const told = { crashes: season.crashes(), ...tally(season.shop()) }
  return { ok: Math.min(...Object.values(told)) > 0, told }
}
