import type { ImportContext, Plan } from './changes.ts'
import type { Wanted } from './gather.ts'
import type { Known } from './known.ts'
import { planFarms } from './plan-farms.ts'
import { planOffers } from './plan-offers.ts'
import { planVarieties } from './plan-varieties.ts'
import type { Problem } from './problems.ts'

/** What must change so that the shop is as the file says. Changes nothing itself. */
export function planImport(wanted: Wanted, known: Known, circumstances: ImportContext) {
  const problems: Problem[] = []
  const farms = planFarms(wanted, known, circumstances, problems)
  const varieties = planVarieties(wanted, known, circumstances, problems)
  const offers = planOffers(wanted, known, circumstances, problems)
  const plan: Plan = {
    farms: farms.changes,
    varieties: varieties.changes,
    offers: offers.changes,
    counts: offers.counts,
    pictures: [...farms.pictures, ...varieties.pictures],
  }
  return { plan, problems }
}

export const isNothing = ({ farms, varieties, offers, counts, pictures }: Plan) =>
  [farms, varieties, offers].every(({ added, changed }) => added.length + changed.length === 0) &&
  counts.length + pictures.length === 0
