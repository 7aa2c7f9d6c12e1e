import type { Difference } from './differences.ts'
import { isEmpty } from './plan.ts'
import type { Changes, Plan } from './plan-types.ts'

export function describePlan(plan: Plan): string[] {
  if (isEmpty(plan)) return ['0 changed: the shop already matches the file.']
  const { counts, pictures } = plan
  return [
    countChanges('farms', plan.farms),
    countChanges('varieties', plan.varieties),
    ...(plan.endedEarly.length > 0 ? [`early access: ${plan.endedEarly.length} ended`] : []),
    countChanges('offers', plan.offers),
    ...(plan.bundles.added.length + plan.bundles.changed.length > 0
      ? [countChanges('bundles', plan.bundles)]
      : []),
    `stock: ${counts.length} changed`,
    ...(pictures.length > 0 ? [`pictures: ${pictures.length} changed, shown once they are converted`] : []),
  ]
}

const countChanges = (name: string, { added, changed }: Changes<unknown>) =>
  `${name}: ${added.length} added, ${changed.length} changed`

const MAX_LISTED = 1_000
const MAX_LENGTH = 120

/** A line for each difference, for a terminal. */
export function describeDifferences(differences: Difference[]): string[] {
  const listed = differences.slice(0, MAX_LISTED).map(({ kind, item, field, before, after }) => {
    if (field === '') return `${kind} ${item}: new`
    return `${kind} ${item}: ${field}: ${before === null ? '' : `${short(before)} -> `}${short(after)}`
  })
  const rest = differences.length - listed.length
  return rest > 0 ? [...listed, `and ${rest} more`] : listed
}

const short = (text: string) => {
  const oneLine = text.replaceAll('\n', ' ')
  return oneLine.length > MAX_LENGTH ? `${oneLine.slice(0, MAX_LENGTH)}…` : oneLine
}
