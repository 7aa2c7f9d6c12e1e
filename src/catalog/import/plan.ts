import type { WantedCatalog } from './check-entries.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import { planBundles } from './plan-bundles.ts'
import { planFarms } from './plan-farms.ts'
import { gtinProblems } from './plan-gtins.ts'
import { planOffers } from './plan-offers.ts'
import type { ImportContext, Plan } from './plan-types.ts'
import { planVarieties } from './plan-varieties.ts'
import type { Problem } from './problems.ts'

/** Compares the file with the shop and returns what to change. Writes nothing. */
export function planImport(wanted: WantedCatalog, current: CurrentCatalog, context: ImportContext) {
  const problems: Problem[] = []
  const farms = planFarms(wanted, current, context, problems)
  const varieties = planVarieties(wanted, current, context, problems)
  const offers = planOffers(wanted, current, context, problems)
  const bundles = planBundles(wanted, current, problems)
  problems.push(...gtinProblems(wanted, current))
  const plan: Plan = {
    farms: farms.changes,
    varieties: varieties.changes,
    offers: offers.changes,
    bundles,
    endedEarly: varieties.endedEarly,
    counts: offers.counts,
    pictures: [...farms.pictures, ...varieties.pictures],
  }
  return { plan, problems }
}

export const isEmpty = ({ farms, varieties, offers, bundles, endedEarly, counts, pictures }: Plan) =>
  [farms, varieties, offers, bundles].every(({ added, changed }) => added.length + changed.length === 0) &&
  endedEarly.length + counts.length + pictures.length === 0
