import { offerKey, type ParsedItem, type WantedCatalog } from './check-entries.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import { type BundleInput, MAX_SLOTS } from './item-schemas.ts'
import { addChange, type BundleRow, type Changes, isIncomplete } from './plan-types.ts'
import type { Problem } from './problems.ts'

const REQUIRED = ['name', 'summary', 'price', 'groups'] as const

export function planBundles(
  wanted: WantedCatalog,
  current: CurrentCatalog,
  problems: Problem[],
): Changes<BundleRow> {
  const changes: Changes<BundleRow> = { added: [], changed: [] }
  let nextPosition = 1 + Math.max(-1, ...[...current.bundles.values()].map(({ position }) => position))
  for (const item of wanted.bundles.values()) {
    const before = current.bundles.get(item.given.handle)
    if (!before && isIncomplete(item, REQUIRED, `bundle ${item.given.handle}`, problems)) continue
    const row = bundleRow(item.given, before, nextPosition)
    if (!before) nextPosition += 1
    problems.push(...rowProblems(item, row, wanted, current))
    addChange(changes, row, before)
  }
  problems.push(...offerProblems(wanted, current))
  return changes
}

/** Of offers in bundles that stay as they are: the shop couldn't import its own export otherwise. */
const offerProblems = (wanted: WantedCatalog, current: CurrentCatalog): Problem[] =>
  [...current.bundles.values()]
    .filter(({ handle }) => !wanted.bundles.has(handle))
    .flatMap(({ name, groups }) =>
      groups
        .flatMap(({ choices }) => choices)
        .flatMap((choice) => {
          const given = wanted.offers.get(offerKey(choice.variety, choice.label))
          const problem = given && choiceProblem(choice, wanted, current)
          return problem ? [{ line: given.line, reason: `${problem} such as ${name}` }] : []
        }),
    )

const bundleRow = (given: BundleInput, before: BundleRow | undefined, position: number): BundleRow => ({
  handle: given.handle,
  name: given.name ?? before?.name ?? '',
  summary: given.summary ?? before?.summary ?? '',
  priceCents: given.price ?? before?.priceCents ?? 0,
  position: given.position ?? before?.position ?? position,
  hidden: given.hidden ?? before?.hidden ?? false,
  groups: given.groups ?? before?.groups ?? [],
})

function rowProblems(
  { line }: ParsedItem<BundleInput>,
  { handle, groups }: BundleRow,
  wanted: WantedCatalog,
  current: CurrentCatalog,
): Problem[] {
  const slots = groups.reduce((sum, group) => sum + group.slots, 0)
  const choices = groups.flatMap((group) => group.choices)
  const keys = choices.map(({ variety, label }) => offerKey(variety, label))
  const twice = choices.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
  return [
    ...(slots > MAX_SLOTS
      ? [`bundle ${handle} has ${slots} slots, and at most ${MAX_SLOTS} are possible`]
      : []),
    ...(twice ? [`${nameOf(twice)} is in bundle ${handle} twice`] : []),
    ...choices.flatMap((choice) => choiceProblem(choice, wanted, current) ?? []),
  ].map((reason) => ({ line, reason }))
}

type Choice = { variety: string; label: string }

const nameOf = ({ variety, label }: Choice) => `${variety} “${label}”`

/** A fixed price needs fixed weights. */
function choiceProblem(choice: Choice, wanted: WantedCatalog, current: CurrentCatalog): string | null {
  const key = offerKey(choice.variety, choice.label)
  const [given, before] = [wanted.offers.get(key)?.given, current.offers.get(key)]
  if (!given && !before) return `there is no offer ${nameOf(choice)}`
  const isByWeight =
    given?.price === undefined && (given?.price_per_pound !== undefined || before?.poundCents != null)
  return isByWeight ? `${nameOf(choice)} is sold by weight, so it can't be in a bundle` : null
}
