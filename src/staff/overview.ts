import type { Db } from '#db/client.ts'
import { failedJobCount, openFlagCounts } from '../flags/flags.ts'
import { openRequestCount } from '../privacy/requests.ts'
import { openClaimCount } from './claims.ts'
import { atRiskCount } from './members-at-risk.ts'
import { openReviewCount } from './reviews.ts'

export type Counts = ReturnType<typeof countWork>

/** What needs a person now. */
export function countWork(db: Db) {
  const kinds = openFlagCounts(db)
  const countOf = (...names: string[]) =>
    kinds.filter(({ kind }) => names.includes(kind)).reduce((sum, { count }) => sum + count, 0)
  return {
    flags: kinds.reduce((sum, { count }) => sum + count, 0),
    disputes: countOf('dispute'),
    unverifiedAddresses: countOf('address_unverified', 'address_unconfirmed'),
    failedJobs: failedJobCount(db),
    dataRequests: openRequestCount(db),
    claims: openClaimCount(db),
    reviews: openReviewCount(db),
    membersAtRisk: atRiskCount(db),
    kinds,
  }
}
