/** Optional email only. Emails about orders, deliveries, sign-ins and the wait list are always sent. */
export const TOPICS = [
  {
    name: 'followed_farms',
    title: 'Farms you follow',
    description: "What's new from them, once a week at most.",
  },
  {
    name: 'offers',
    title: 'Offers and seasons',
    description: "Promotions, holiday boxes, and what's in season.",
  },
  {
    name: 'rewards',
    title: 'Rewards and referrals',
    description: "What you've earned, before it expires.",
  },
  {
    name: 'ratings',
    title: 'Ratings',
    description: 'A quick question after each delivery. Your rating helps other shoppers choose.',
  },
] as const

export type Topic = (typeof TOPICS)[number]['name']

export const isTopic = (name: string): name is Topic => TOPICS.some((topic) => topic.name === name)
