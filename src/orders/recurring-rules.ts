/** The values of `renew_period_type`. */
export const RENEW_PERIODS = ['two_weeks', 'four_weeks', 'six_weeks', 'eight_weeks'] as const
export type RenewPeriod = (typeof RENEW_PERIODS)[number]

export const DEFAULT_RENEW_PERIOD: RenewPeriod = 'four_weeks'

export const FREQUENCIES: Record<RenewPeriod, string> = {
  two_weeks: 'every 2 weeks',
  four_weeks: 'every 4 weeks',
  six_weeks: 'every 6 weeks',
  eight_weeks: 'every 8 weeks',
}

export const isRenewPeriod = (text: string): text is RenewPeriod =>
  RENEW_PERIODS.some((period) => period === text)

/** A membership's later boxes are recurring too, but start nothing. */
export const startsMembership = (order: { recurring: boolean; membershipId: number | null }) =>
  order.recurring && order.membershipId === null

type PlacedBox = { state: string; recurring: boolean; membershipId: number | null; giftOrder: boolean }

/** A placed one-time order can begin a membership, unless it's a gift, or nothing will come of it. */
export const canBecomeRecurring = ({ state, recurring, membershipId, giftOrder }: PlacedBox) =>
  ['paid', 'in_wave', 'shipped', 'delivered'].includes(state) &&
  !recurring &&
  membershipId === null &&
  !giftOrder
