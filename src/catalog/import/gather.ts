import type { z } from 'zod'
import type { Entries, Entry } from './entries.ts'
import type { Problem } from './problems.ts'
import { FarmGiven, OfferGiven, VarietyGiven } from './things.ts'

/** What the file says of one thing, from all of its rows together; `line` is the first of them. */
export type Said<T> = { line: number; given: T; columns: ReadonlyMap<string, string> | undefined }

export type Wanted = {
  farms: Map<string, Said<FarmGiven>>
  varieties: Map<string, Said<VarietyGiven>>
  offers: Map<string, Said<OfferGiven>>
  /** Slugs of farms and varieties with a bad row, which has been told of: nothing follows from what they lack. */
  unsound: Set<string>
}

/** An offer's name within the catalogue. */
export const offerKey = (variety: string, label: string) => `${variety}\n${label}`

/** Checks each entry by itself, and entries of one thing against each other. Knows nothing of the shop. */
export function gather(entries: Entries): { wanted: Wanted; problems: Problem[] } {
  const problems: Problem[] = []
  const unsound = new Set<string>()
  const told = { problems, unsound }
  const farms = joined(checked(FarmGiven, entries.farms, told), ({ slug }) => slug, problems)
  const varieties = joined(checked(VarietyGiven, entries.varieties, told), ({ slug }) => slug, problems)
  const offers = once(checked(OfferGiven, entries.offers, { problems, unsound: new Set() }), problems)
  return { wanted: { farms, varieties, offers, unsound }, problems: withoutRepeats(problems) }
}

type Told = { problems: Problem[]; unsound: Set<string> }

function checked<T>(schema: z.ZodType<T>, entries: Entry[], { problems, unsound }: Told): Said<T>[] {
  return entries.flatMap(({ line, given, columns, isBroken }) => {
    const result = schema.safeParse(given)
    if (result.success && !isBroken) return [{ line, given: result.data, columns }]
    unsound.add(String(given.slug))
    if (!result.error || isBroken) return []
    problems.push(...result.error.issues.map((issue) => ({ line, reason: reasonOf(issue, given, columns) })))
    return []
  })
}

function reasonOf(issue: z.core.$ZodIssue, given: Entry['given'], columns: Entry['columns']): string {
  if (issue.code === 'unrecognized_keys') return `“${issue.keys.join('”, “')}” is no field of this`
  const [name = '', inner] = issue.path.map(String)
  const field = spelled(inner === undefined ? name : `${name}.${inner}`, columns)
  if (given[name] === undefined) return `${field} is missing`
  return `${field} ${issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? 'is unknown') : issue.message}`
}

/** As the file calls it. */
export const spelled = (field: string, columns: Entry['columns']) => columns?.get(field) ?? field

/** Rows of one farm or variety say the same or nothing; what one leaves out another may say. */
function joined<T extends object>(
  all: Said<T>[],
  keyOf: (given: T) => string,
  problems: Problem[],
): Map<string, Said<T>> {
  const found = new Map<string, Said<T>>()
  for (const next of all) {
    const key = keyOf(next.given)
    const first = found.get(key)
    if (!first) found.set(key, { ...next, given: { ...next.given } })
    else problems.push(...contradictions(first, next))
  }
  return found
}

/** Takes over what is new; what is said otherwise than before is a problem of the later row. */
function contradictions<T extends object>(first: Said<T>, next: Said<T>): Problem[] {
  const problems: Problem[] = []
  for (const [name, value] of Object.entries(next.given)) {
    const before = (first.given as Record<string, unknown>)[name]
    if (before === undefined) Object.assign(first.given, { [name]: value })
    else if (JSON.stringify(before) !== JSON.stringify(value)) {
      const reason = `${spelled(name, next.columns)} is not what line ${first.line} says`
      problems.push({ line: next.line, reason })
    }
  }
  return problems
}

function once(all: Said<OfferGiven>[], problems: Problem[]): Map<string, Said<OfferGiven>> {
  const found = new Map<string, Said<OfferGiven>>()
  for (const next of all) {
    const { variety, label } = next.given
    const first = found.get(offerKey(variety, label))
    if (!first) found.set(offerKey(variety, label), next)
    else problems.push({ line: next.line, reason: `${variety} “${label}” is on line ${first.line} already` })
  }
  return found
}

/** One cell can be the farm's slug of two things, and be wrong for both. */
function withoutRepeats(problems: Problem[]): Problem[] {
  const told = new Map(problems.map((problem) => [`${problem.line} ${problem.reason}`, problem]))
  return [...told.values()]
}
