import type { Membership } from '#db/schema/index.ts'
import { BOX_FAILURE } from '#src/membership/sentences.ts'

export const partId = ({ token }: Pick<Membership, 'token'>) => `membership_part_${token}`
export const toldId = ({ token }: Pick<Membership, 'token'>) => `membership_told_${token}`
/** Linked to from mails about a card. */
export const cardsId = ({ token }: Pick<Membership, 'token'>) => `cards_${token}`

export const untilId = ({ token }: Pick<Membership, 'token'>) => `until_${token}`
export const quantityId = (orderToken: string, itemToken: string) => `quantity_${orderToken}_${itemToken}`

const BOX = 'membership-box'

/** Its forms change the next box in place, and work as plain forms without a script. */
export const boxInPlace = (membership: Pick<Membership, 'token'>) => ({
  'data-controller': BOX,
  'data-action': `submit->${BOX}#send`,
  ...placeOf(BOX, membership, 'membership', BOX_FAILURE),
})

/** Where a script shows what came of a form (controllers/support/send-in-place.ts), and what it says if that's unknown. */
export const placeOf = (
  identifier: string,
  membership: Pick<Membership, 'token'>,
  focus: string,
  failure: string,
): Record<`data-${string}`, string> => ({
  [`data-${identifier}-part-value`]: partId(membership),
  [`data-${identifier}-told-value`]: toldId(membership),
  [`data-${identifier}-focus-value`]: `${focus}_${membership.token}`,
  [`data-${identifier}-failure-value`]: failure,
})
