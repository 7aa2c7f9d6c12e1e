import type { Instant } from '#src/day.ts'
import { formatMoment } from '../shared/local-time.ts'

type Unpaid = { pausesNext: boolean; lockAt: Instant; zone: string }

/** What becomes of a box whose card can't be charged; in emails and on the membership's page. */
export const ifUnpaid = ({ pausesNext, lockAt, zone }: Unpaid): string =>
  `If it isn't paid by ${formatMoment(lockAt, zone)}, ${pausesNext ? 'we pause your membership.' : 'we move your box to the next day we can bring it, and try once more.'}`
