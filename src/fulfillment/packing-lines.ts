import type { WaveLine } from '#db/schema/index.ts'
import { type Person, personName } from '../accounts/person-name.ts'
import { counted } from '../counted.ts'

/** A pack in a box. */
export type BoxPackage = {
  /** Grows with each scan. */
  id: number
  packageId: string
  lot: string | null
  grossGrams: number | null
  tareGrams: number | null
  netGrams: number | null
  userId: number | null
  packer: Person | null
  needsWeight: boolean
}

/** A line of a box, and how far it is packed. */
export type PackedLine = WaveLine & { offerId: number; isByWeight: boolean; packages: BoxPackage[] }

export const missingPacks = ({ quantity, packages }: PackedLine) => Math.max(0, quantity - packages.length)

export const needsWeighing = ({ packages }: PackedLine) => packages.some(({ needsWeight }) => needsWeight)

/** What was scanned last, which is the first to be taken out again. */
export function lastScanned(lines: PackedLine[]): { line: PackedLine; pack: BoxPackage } | null {
  const packs = lines.flatMap((line) => line.packages.map((pack) => ({ line, pack })))
  return packs.reduce<(typeof packs)[number] | null>(
    (last, each) => (last === null || each.pack.id > last.pack.id ? each : last),
    null,
  )
}

export const isComplete = (lines: PackedLine[]) =>
  lines.every((line) => missingPacks(line) === 0 && !needsWeighing(line))

/** What colleagues have put into a box, for a clerk who may not see them. Null if nothing is. */
export function colleagueWords(lines: PackedLine[], userId: number): string | null {
  const theirs = lines.flatMap(({ packages }) => packages.filter((pack) => pack.userId !== userId))
  const names = [...new Set(theirs.flatMap(({ packer }) => (packer ? [personName(packer)] : [])))]
  if (names.length === 0) return null
  const have = names.length === 1 ? 'has' : 'have'
  const packs = counted(theirs.length, 'pack', 'packs')
  return `${names.join(' and ')} ${have} put ${packs} into this box. Ask before you add more.`
}
