import type { GiftBoxFacts, GiftFacts } from './facts.ts'

export const giftJson = ({ gift, pattern, payer, boxes, counts, quotedCents, restCents }: GiftFacts) => ({
  token: gift.token,
  state: gift.state,
  draft_token: pattern?.token ?? null,
  email: pattern?.email ?? null,
  payer_token: payer?.token ?? null,
  counts,
  quoted_cents: quotedCents,
  rest_cents: restCents,
  boxes: boxes.map(boxJson),
})

const boxJson = ({ id, line, state, problem, cents, name, place, arrivesOn, order }: GiftBoxFacts) => ({
  id,
  line,
  state,
  problem,
  price_cents: cents,
  name,
  place,
  arrives_on: arrivesOn,
  order_token: order?.token ?? null,
  order_state: order?.state ?? null,
})
