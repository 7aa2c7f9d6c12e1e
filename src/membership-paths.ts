import { route } from './route.ts'

const membershipPage = (): string => membershipPaths.memberships()

const membershipCall = <const Verb extends string>(verb: Verb) =>
  route('POST', `/v1/subscriptions/:membershipToken/${verb}`, { formPage: membershipPage })

const boxCall = <const Verb extends string>(verb: Verb) =>
  route('POST', `/v1/subscriptions/${verb}/:orderToken`, { formPage: membershipPage })

/** Part of `paths`: a member's boxes and agreements. */
export const membershipPaths = {
  memberships: route('GET', '/account/subscriptions'),
  agreements: route('GET', '/account/agreements'),
  endConsent: route('POST', '/account/agreements/:id/end', {
    formPage: (): string => membershipPaths.agreements(),
  }),
  pauseMembership: membershipCall('pause'),
  resumeMembership: membershipCall('resume'),
  cancelMembership: membershipCall('cancel'),
  undoCancel: membershipCall('undo_cancel'),
  changeFrequency: membershipCall('frequency'),
  membershipPreferences: membershipCall('preferences'),
  membershipCard: membershipCall('card'),
  skipBox: boxCall('skip_box'),
  unskipBox: boxCall('unskip_box'),
  setBoxItem: boxCall('box_item'),
  chooseFreeItem: boxCall('free_item'),
  /** Makes a placed one-time order recurring. */
  upgradePage: route('GET', '/account/orders/:orderToken/membership'),
  upgradeOrder: route('POST', '/v1/subscriptions/upgrade_order/:orderToken', {
    formPage: ({ orderToken = '' }): string => membershipPaths.upgradePage(orderToken),
  }),
  /** A guest's link to pay for a box that the bank asks about. */
  payForBox: route('GET POST', '/order/:orderToken/pay-for-box'),
  /** The confirmation of an order that began a membership. */
  steakholder: route('GET', '/order/:orderToken/steakholder'),
  surveyResponse: route('POST', '/v1/post_survey_response/:orderToken', {
    formPage: ({ orderToken = '' }): string => membershipPaths.steakholder(orderToken),
  }),
} as const
