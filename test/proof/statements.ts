import { moneyEquation } from '#src/payments/money-equation.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { asked } from '../support/simulation/asked.ts'
import { faultsOf } from '../support/simulation/invariants.ts'
import { moneyFaults, moneyTally } from '../support/simulation/money.ts'
import { openSeason, type Season } from '../support/simulation/season.ts'
import { playDay } from '../support/simulation/visits.ts'
import { RUTH } from '../support/staff.ts'
import { figures } from './figures.ts'
import type { Proof, Verdict } from './proof.ts'

export const statements: Proof = {
  name: 'statements',
  promise: `over ${figures.days} days, farms' statements, the shop's share, tax, gift cards and the provider's fees equal the money ledger to the cent, each evening`,
  play,
}

const VISITS_A_DAY = 9
const DAYS_A_CREDIT = 30

/** A member gets store credit for a late box, which pays part of a later one. */
async function giveCredit({ shop }: Season, day: number) {
  const ruth = await signedIn(shop(), RUTH)
  const credit = { amount_cents: 1_200, reason: 'Her box came late.', key: `late-box-${day}`.padEnd(22, '-') }
  await asked(ruth.call('POST', `/staff/customers/${userOf(shop(), ANA).token}/credit`, credit))
}

async function play(): Promise<Verdict> {
  const season = await openSeason(figures.seed + 1)
  for (let day = 1; day <= figures.days; day++) {
    if (day % DAYS_A_CREDIT === 1) await giveCredit(season, day)
    await playDay(season, VISITS_A_DAY)
    const faults = [...(await moneyFaults(season.shop())), ...faultsOf(season.shop())]
    if (faults.length > 0) return { ok: false, told: { day, faults } }
  }
  const made = moneyTally(season.shop())
  const told = { ...moneyEquation(season.shop().db), ...made }
  return { ok: Math.min(...Object.values(made)) > 0, told }
}
