import { byOrder } from '../orders/own-order.ts'
import { byNetwork, type Limit } from '../web/rate-limit.ts'

/** For payments and codes. Each route counts separately; the limit per network is much looser. */
export const TRIES: readonly Limit[] = [
  { points: 10, seconds: 600, by: byOrder },
  { points: 300, seconds: 3600, by: byNetwork },
]
