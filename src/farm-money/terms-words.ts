import type { FarmTerms } from '#db/schema/index.ts'
import { formatCents } from '../money.ts'

/** '20%' for 2000, '17.5%' for 1750. */
export const percentWords = (basisPoints: number): string => `${basisPoints / 100}%`

export function termsWords({ kind, basisPoints, cents }: Pick<FarmTerms, 'kind' | 'basisPoints' | 'cents'>) {
  if (kind === 'commission') return `The shop keeps ${percentWords(basisPoints ?? 0)}`
  return `The shop pays ${formatCents(cents ?? 0)} a ${kind}`
}
