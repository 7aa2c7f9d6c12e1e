import type { Bundle, Farm, Offer, Variety } from '#db/schema/index.ts'
import type { Day } from '../../day.ts'
import { columnName, type ParsedItem } from './check-entries.ts'
import type { PictureRequest } from './picture-jobs.ts'
import type { Sources } from './picture-sources.ts'
import type { Problem } from './problems.ts'

export type FarmRow = Omit<Farm, 'id'>
/** Refers to its farm by slug, because a new farm has no id yet. */
export type VarietyRow = Omit<Variety, 'id' | 'farmId'> & { farm: string }
export type OfferRow = Omit<Offer, 'id' | 'varietyId' | 'pausedAt'> & { variety: string }
export type BundleRow = Omit<Bundle, 'id'> & { groups: BundleGroupRow[] }
export type BundleGroupRow = { name: string; slots: number; choices: { variety: string; label: string }[] }
export type Count = { token: string; fcId: number; units: number }

/** Complete rows, and only those that are new or changed. */
export type Plan = {
  farms: Changes<FarmRow>
  varieties: Changes<VarietyRow>
  offers: Changes<OfferRow>
  bundles: Changes<BundleRow>
  /** Slugs of varieties whose early access ends, because a full file leaves them out. */
  endedEarly: string[]
  counts: Count[]
  pictures: PictureRequest[]
}

export type Changes<T> = { added: T[]; changed: T[] }

export type ImportContext = {
  /** Hides varieties that the file doesn't mention. */
  replace: boolean
  today: Day
  sources: Sources
  tokenOf(offerKey: string): string
}

export function addChange<T extends object>({ added, changed }: Changes<T>, row: T, before: T | undefined) {
  if (!before) added.push(row)
  else if (Object.keys(row).some((name) => !isSame(row[name as keyof T], before[name as keyof T])))
    changed.push(row)
}

const isSame = (left: unknown, right: unknown) =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

/** Reports the fields that a new item lacks, under the file's own names. */
export function isIncomplete<T extends object>(
  item: ParsedItem<T>,
  names: readonly (keyof T & string)[],
  what: string,
  problems: Problem[],
): boolean {
  const missing = names.filter((name) => item.given[name] === undefined)
  if (missing.length === 0) return false
  const fields = missing.map((name) => columnName(name, item.columns)).join(', ')
  problems.push({ line: item.line, reason: `${what} is new and still needs ${fields}` })
  return true
}
