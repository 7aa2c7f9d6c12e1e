import type { DurableTx } from '#db/client.ts'
import type { Order, User } from '#db/schema/index.ts'
import type { GivingAnswer } from '../../audit/giving.ts'
import type { Instant } from '../../day.ts'
import { formatCents } from '../../money.ts'
import { creditGiven, leftToGive } from '../../payments/left-to-give.ts'
import { orderShares } from '../../payments/refund-order.ts'
import { giveOfOrder } from '../giving.ts'

/** All that is left of an order, for canceling it here or from one of its flags. */
export function giveWhole(
  tx: DurableTx,
  order: Order,
  { user, now }: { user: User; now: Instant },
): GivingAnswer {
  const { isDecided, cardCents, giftCents, unspentCents } = orderShares(tx, order.id)
  const creditCents = creditGiven(tx, order.id)
  if (isDecided && creditCents > 0) return { ok: false, message: creditSentence(tx, order, creditCents) }
  const cents = isDecided ? cardCents + giftCents + unspentCents : 0
  return giveOfOrder(tx, { user, order, door: 'cancel', content: null, cents, now })
}

/** The credit was paid with the same money, so only a refund in part can tell how much may still go back. */
function creditSentence(tx: DurableTx, { id }: Order, creditCents: number): string {
  const leftCents = leftToGive(tx, id) ?? 0
  const rest =
    leftCents > 0
      ? `Please refund the other ${formatCents(leftCents)} on the order’s page.`
      : 'Nothing is left to refund.'
  return `${formatCents(creditCents)} was given for this order as credit. ${rest}`
}
