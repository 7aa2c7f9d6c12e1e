import type { MembershipBox } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { formatMoment } from '../shared/local-time.ts'

type Unpaid = {
  trouble: MembershipBox['trouble']
  pausesNext: boolean
  lockAt: Instant
  zone: string
}

/** What happens to a box whose card can't be charged, for emails and the membership page. */
export const ifUnpaid = ({ trouble, pausesNext, lockAt, zone }: Unpaid): string =>
  `If it isn't paid by ${formatMoment(lockAt, zone)}, ${pausesNext ? 'we pause your membership.' : `we move your box to the next day we can bring it${trouble === 'declined' ? ', and try once more' : ''}.`}`
