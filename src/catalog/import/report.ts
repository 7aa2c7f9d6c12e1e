import { isEmpty } from './plan.ts'
import type { Changes, Plan } from './plan-types.ts'

export function describePlan(plan: Plan): string[] {
  if (isEmpty(plan)) return ['0 changed: the shop already matches the file.']
  const { counts, pictures } = plan
  return [
    countChanges('farms', plan.farms),
    countChanges('varieties', plan.varieties),
    countChanges('offers', plan.offers),
    `stock: ${counts.length} changed`,
    ...(pictures.length > 0 ? [`pictures: ${pictures.length} changed, shown once they are converted`] : []),
  ]
}

const countChanges = (name: string, { added, changed }: Changes<unknown>) =>
  `${name}: ${added.length} added, ${changed.length} changed`
