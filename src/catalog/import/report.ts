import type { Changes, Plan } from './changes.ts'
import { isNothing } from './plan.ts'

/** What an import did, for whoever ran it. */
export function describePlan(plan: Plan): string[] {
  if (isNothing(plan)) return ['0 changed: the shop is as the file says.']
  const { counts, pictures } = plan
  return [
    tellChanges('farms', plan.farms),
    tellChanges('varieties', plan.varieties),
    tellChanges('offers', plan.offers),
    `stock: ${counts.length} shelves counted anew`,
    ...(pictures.length > 0
      ? [`pictures: ${pictures.length} farms or varieties, as soon as they are made`]
      : []),
  ]
}

const tellChanges = (name: string, { added, changed }: Changes<unknown>) =>
  `${name}: ${added.length} added, ${changed.length} changed`
