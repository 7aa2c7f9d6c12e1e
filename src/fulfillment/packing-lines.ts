import type { WaveLine } from '#db/schema/index.ts'

/** A pack in a box. */
export type BoxPackage = {
  /** Grows with each scan. */
  id: number
  packageId: string
  lot: string | null
  grossGrams: number | null
  tareGrams: number | null
  netGrams: number | null
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
