import type { z } from 'zod'
import type { Entries, Entry } from './entries.ts'
import { BundleInput, FarmInput, OfferInput, VarietyInput } from './item-schemas.ts'
import type { Problem } from './problems.ts'

/** One checked item, merged from all of its rows. `line` is its first row. */
export type ParsedItem<T> = { line: number; given: T; columns: ReadonlyMap<string, string> | undefined }

export type WantedCatalog = {
  farms: Map<string, ParsedItem<FarmInput>>
  varieties: Map<string, ParsedItem<VarietyInput>>
  offers: Map<string, ParsedItem<OfferInput>>
  bundles: Map<string, ParsedItem<BundleInput>>
  /** Slugs of farms and varieties with an invalid row. Their missing fields are not reported again. */
  invalid: Set<string>
}

export const offerKey = (variety: string, label: string) => `${variety}\n${label}`

/** Checks each entry by itself and against the other rows of the same item, without looking at the shop. */
export function checkEntries(entries: Entries): { wanted: WantedCatalog; problems: Problem[] } {
  const problems: Problem[] = []
  const invalid = new Set<string>()
  const findings = { problems, invalid }
  const farms = merged(checked(FarmInput, entries.farms, findings), ({ slug }) => slug, problems)
  const varieties = merged(checked(VarietyInput, entries.varieties, findings), ({ slug }) => slug, problems)
  const ownFindings = { problems, invalid: new Set<string>() }
  const offers = unique(checked(OfferInput, entries.offers, ownFindings), offerNames, problems)
  const bundles = unique(checked(BundleInput, entries.bundles, ownFindings), bundleNames, problems)
  return { wanted: { farms, varieties, offers, bundles, invalid }, problems: withoutRepeats(problems) }
}

type Findings = { problems: Problem[]; invalid: Set<string> }

function checked<T>(
  schema: z.ZodType<T>,
  entries: Entry[],
  { problems, invalid }: Findings,
): ParsedItem<T>[] {
  return entries.flatMap(({ line, given, columns, isBroken }) => {
    const result = schema.safeParse(given)
    if (result.success && !isBroken) return [{ line, given: result.data, columns }]
    invalid.add(String(given.slug))
    if (!result.error || isBroken) return []
    problems.push(...result.error.issues.map((issue) => ({ line, reason: reasonOf(issue, given, columns) })))
    return []
  })
}

function reasonOf(issue: z.core.$ZodIssue, given: Entry['given'], columns: Entry['columns']): string {
  if (issue.code === 'unrecognized_keys') return `unknown field “${issue.keys.join('”, “')}”`
  const [name = '', inner] = issue.path.map(String)
  const field = columnName(inner === undefined ? name : `${name}.${inner}`, columns)
  if (given[name] === undefined) return `${field} is missing`
  return `${field} ${issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? 'is unknown') : issue.message}`
}

export const columnName = (field: string, columns: Entry['columns']) => columns?.get(field) ?? field

/** Merges the rows of each farm or variety. A row may leave fields out, but rows must not contradict each other. */
function merged<T extends object>(
  all: ParsedItem<T>[],
  keyOf: (given: T) => string,
  problems: Problem[],
): Map<string, ParsedItem<T>> {
  const found = new Map<string, ParsedItem<T>>()
  for (const next of all) {
    const key = keyOf(next.given)
    const first = found.get(key)
    if (!first) found.set(key, { ...next, given: { ...next.given } })
    else problems.push(...contradictions(first, next))
  }
  return found
}

function contradictions<T extends object>(first: ParsedItem<T>, next: ParsedItem<T>): Problem[] {
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(next.given)) {
    const before = (first.given as Record<string, unknown>)[name]
    if (before === undefined) Object.assign(first.given, { [name]: value })
    else if (JSON.stringify(before) !== JSON.stringify(value)) {
      const reason = `${columnName(name, next.columns)} contradicts line ${first.line}`
      problems.push({ line: next.line, reason })
    }
  }
  return problems
}

type Names = { key: string; name: string }

const offerNames = ({ variety, label }: OfferInput): Names => ({
  key: offerKey(variety, label),
  name: `${variety} “${label}”`,
})

const bundleNames = ({ handle }: BundleInput): Names => ({ key: handle, name: `bundle ${handle}` })

function unique<T>(
  all: ParsedItem<T>[],
  namesOf: (given: T) => Names,
  problems: Problem[],
): Map<string, ParsedItem<T>> {
  const found = new Map<string, ParsedItem<T>>()
  for (const next of all) {
    const { key, name } = namesOf(next.given)
    const first = found.get(key)
    if (!first) found.set(key, next)
    else problems.push({ line: next.line, reason: `${name} is already on line ${first.line}` })
  }
  return found
}

/** A CSV's farm slug belongs to two entries, the farm and the variety, so one bad cell fails twice. */
function withoutRepeats(problems: Problem[]): Problem[] {
  const byText = new Map(problems.map((problem) => [`${problem.line} ${problem.reason}`, problem]))
  return [...byText.values()]
}
