import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { releaseFromReview } from '../orders/review.ts'
import { voidLabels } from './void-labels.ts'

/** Releases a box from review. It joins the next wave, so the label of its old one, with that ship date, is void. */
export const releaseBox = (tx: DurableTx, order: Order, now: Instant) =>
  void voidLabels(tx, releaseFromReview(tx, order, now), now)
