import type { Farm, Offer, Variety } from '#db/schema/index.ts'
import type { Day } from '../../day.ts'
import { type Said, spelled } from './gather.ts'
import type { PictureRequest } from './picture-jobs.ts'
import type { Sources } from './picture-sources.ts'
import type { Problem } from './problems.ts'

export type FarmRow = Omit<Farm, 'id'>
/** Its farm by slug: a new farm has no id yet. */
export type VarietyRow = Omit<Variety, 'id' | 'farmId'> & { farm: string }
/** Its variety by slug. */
export type OfferRow = Omit<Offer, 'id' | 'varietyId'> & { variety: string }
/** What is to lie on a shelf. */
export type Count = { token: string; fcId: number; units: number }

/** Whole rows, and only those that are new or differ. */
export type Plan = {
  farms: Changes<FarmRow>
  varieties: Changes<VarietyRow>
  offers: Changes<OfferRow>
  counts: Count[]
  pictures: PictureRequest[]
}

export type Changes<T> = { added: T[]; changed: T[] }

export type ImportContext = {
  /** Varieties that the file does not tell of are hidden. */
  replace: boolean
  today: Day
  sources: Sources
  tokenOf(offerKey: string): string
}

/** Puts a row where it belongs; one that is as it was belongs nowhere. */
export function sortIn<T extends object>({ added, changed }: Changes<T>, row: T, before: T | undefined) {
  if (!before) added.push(row)
  else if (Object.keys(row).some((name) => !isSame(row[name as keyof T], before[name as keyof T])))
    changed.push(row)
}

const isSame = (left: unknown, right: unknown) =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

/** A new thing must be whole: what it lacks is told, by the file's own names. */
export function missing<T extends object>(
  said: Said<T>,
  names: readonly (keyof T & string)[],
  what: string,
  problems: Problem[],
): boolean {
  const absent = names.filter((name) => said.given[name] === undefined)
  if (absent.length === 0) return false
  const fields = absent.map((name) => spelled(name, said.columns)).join(', ')
  problems.push({
    line: said.line,
    reason: `there is no ${what} yet, and for a new one ${fields} is missing`,
  })
  return true
}
