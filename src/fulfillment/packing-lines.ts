import type { WaveLine } from '#db/schema/index.ts'

/** A pack in a box. */
export type BoxPackage = {
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

export const isComplete = (lines: PackedLine[]) =>
  lines.every((line) => missingPacks(line) === 0 && !needsWeighing(line))
