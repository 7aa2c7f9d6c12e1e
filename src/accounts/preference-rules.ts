/**
 * What we may write about without being asked each time. Orders, deliveries, sign-ins and what somebody waits for by
 * name (the wait list) are none of these: whoever orders is told, and nothing turns that off.
 */
export const TOPICS = [
  {
    name: 'followed_farms',
    title: 'Farms you follow',
    words: 'What is new from them, at most once a week.',
  },
  {
    name: 'offers',
    title: 'Offers and seasons',
    words: 'Promotions, holiday boxes, and what is in season.',
  },
  {
    name: 'rewards',
    title: 'Rewards and referrals',
    words: 'What you have earned, before it runs out.',
  },
  {
    name: 'ratings',
    title: 'How it was',
    words: 'A question after a delivery, so that others learn from your dinner.',
  },
] as const

export type Topic = (typeof TOPICS)[number]['name']

export const isTopic = (name: string): name is Topic => TOPICS.some((topic) => topic.name === name)
