import { CATEGORIES, findCategory } from '../catalog/rules.ts'
import type { Day } from '../day.ts'
import { STATES } from '../postal/states.ts'
import type { CutFacts } from './cut-facts.ts'

export type TastedCut = CutFacts & {
  firstOn: Day
  /** A gift isn't theirs to rate. */
  isBought: boolean
}

export const LEVELS = [1, 3, 6, 10, 25] as const

export const LEVEL_NAMES: Record<(typeof LEVELS)[number], string> = {
  1: 'First farm',
  3: 'Three farms',
  6: 'Six farms',
  10: 'Ten farms',
  25: 'Twenty-five farms',
}

export const STAMP_KINDS = ['farm', 'state', 'species', 'cut'] as const
export type StampKind = (typeof STAMP_KINDS)[number]

export type Stamp = {
  kind: StampKind
  /** 'Montana', above the name. */
  heading: string
  name: string
  on: Day
}

/** One for the first taste of each farm, state, species and cut, in the order they were earned. */
export function stampsOf(tasted: TastedCut[], partName: (part: string) => string): Stamp[] {
  const stamps = new Map<string, Stamp>()
  const earn = (key: string, stamp: Stamp) => stamps.has(key) || stamps.set(key, stamp)
  for (const { farm, vendor, state, animal, part, firstOn: on } of tasted) {
    const [stateName, species] = [STATES[state] ?? state, speciesOf(animal)]
    earn(`farm ${vendor}`, { kind: 'farm', heading: stateName, name: farm, on })
    earn(`state ${state}`, { kind: 'state', heading: 'State', name: stateName, on })
    if (species) earn(`species ${animal}`, { kind: 'species', heading: 'First taste', name: species, on })
    earn(`cut ${animal} ${part}`, {
      kind: 'cut',
      heading: findCategory(animal)?.name ?? animal,
      name: partName(part),
      on,
    })
  }
  return [...stamps.values()].sort((a, b) => a.on.localeCompare(b.on))
}

/** The pantry is no animal. */
const speciesOf = (animal: string): string | null =>
  animal === 'pantry' ? null : (findCategory(animal)?.name ?? animal)

export type Tally = { farms: number; cuts: number; species: number; states: number }

export const tallyOf = (tasted: TastedCut[]): Tally => ({
  farms: new Set(tasted.map(({ vendor }) => vendor)).size,
  cuts: tasted.length,
  species: new Set(tasted.flatMap(({ animal }) => speciesOf(animal) ?? [])).size,
  states: new Set(tasted.map(({ state }) => state)).size,
})

export const nextLevel = (farms: number): number | null => LEVELS.find((level) => level > farms) ?? null

/** What could be stamped next: another farm, and an animal that they haven't had. */
export function nextStamps(tasted: TastedCut[]): string[] {
  const had = new Set(tasted.map(({ animal }) => animal))
  const animal = CATEGORIES.find(({ slug }) => speciesOf(slug) !== null && !had.has(slug))
  return ['Your next farm', ...(animal ? [`Your first ${animal.name.toLowerCase()}`] : [])]
}

export type BadgeChoice = { name: string; farms: number; isChosen: boolean }

/** Farms must have all of the badges. */
export const withBadges = (tasted: TastedCut[], chosen: string[]): TastedCut[] =>
  tasted.filter(({ badges }) => chosen.every((name) => badges.includes(name)))

/** Each with the number of farms that would be left, the chosen ones first. None would leave nothing. */
export function badgeChoices(tasted: TastedCut[], chosen: string[]): BadgeChoice[] {
  const farmsOf = new Map<string, Set<string>>()
  for (const { vendor, badges } of withBadges(tasted, chosen))
    for (const name of badges) farmsOf.set(name, (farmsOf.get(name) ?? new Set()).add(vendor))
  return [...farmsOf]
    .map(([name, vendors]) => ({ name, farms: vendors.size, isChosen: chosen.includes(name) }))
    .sort(
      (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.farms - a.farms || a.name.localeCompare(b.name),
    )
}
