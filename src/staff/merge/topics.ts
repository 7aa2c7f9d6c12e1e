/** What an account has, in the order of the page. */
export const MERGE_TOPICS = {
  orders: 'Placed orders',
  cart_items: 'Items in the open box',
  boxes: 'Recurring boxes',
  addresses: 'Saved addresses',
  cards: 'Saved cards',
  credit_cents: 'Store credit',
  gift_cards: 'Gift cards bought',
  rewards: 'Rewards',
  referrals: 'Friends invited',
  ratings: 'Ratings and cut notes',
  reviews: 'Reviews',
  follows: 'Farms followed',
  consents: 'Consents, kept as proof',
  notes: 'Notes by staff',
  claims: 'Claims',
  flags: 'Open flags',
  texts: 'Delivery texts',
} as const

export type MergeTopic = keyof typeof MERGE_TOPICS
