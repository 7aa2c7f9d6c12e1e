import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { savedValue, valueAt } from './kept.ts'
import { DEFAULT_ORDER_TERMS, type OrderTerms } from './terms.ts'

export const orderTerms = (db: Db): OrderTerms =>
  (savedValue(db, 'ordering') as OrderTerms | null) ?? DEFAULT_ORDER_TERMS

/** As they were when a promise was made. */
export const orderTermsAt = (db: Db, at: Instant): OrderTerms =>
  (valueAt(db, 'ordering', at) as OrderTerms | null) ?? orderTerms(db)
