import type { Difference } from '../../catalog/import/differences.ts'

export type ImportGroups = { added: Difference[]; changed: Difference[]; withdrawn: Difference[] }

/** The differences of an import, by what they mean to shoppers. */
export function groupsOf(differences: Difference[]): ImportGroups {
  const isWithdrawn = ({ kind, field, after }: Difference) =>
    ((kind === 'variety' || kind === 'bundle') && field === 'hidden' && after === 'yes') ||
    field === 'early access'
  return {
    added: differences.filter(({ field }) => field === ''),
    withdrawn: differences.filter(isWithdrawn),
    changed: differences.filter((difference) => difference.field !== '' && !isWithdrawn(difference)),
  }
}
