import { route } from './route.ts'

const membershipPage = (): string => membershipPaths.memberships()

const membershipCall = <const Verb extends string>(verb: Verb) =>
  route('POST', `/v1/subscriptions/:membershipToken/${verb}`, { formPage: membershipPage })

const boxCall = <const Verb extends string>(verb: Verb) =>
  route('POST', `/v1/subscriptions/${verb}/:orderToken`, { formPage: membershipPage })

/** Part of `paths`: a member's boxes and agreements. */
export const membershipPaths = {
  memberships: route('GET', '/account/subscriptions'),
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
  /** The confirmation of an order that began a membership. */
  steakholder: route('GET', '/order/:orderToken/steakholder'),
  surveyResponse: route('POST', '/v1/post_survey_response/:orderToken', {
    formPage: ({ orderToken = '' }): string => membershipPaths.steakholder(orderToken),
  }),
} as const
