import type { Child } from 'hono/jsx'
import { formatCents } from '#src/money.ts'
import { belowMinimumSentence } from '#src/pricing/sentences.ts'
import { freeShippingFrom } from '#src/pricing/total.ts'
import type { OrderTerms } from '#src/shop-settings/terms.ts'
import type { CartProps } from './cart-page.tsx'

type ThresholdsProps = {
  id: string
  itemsCents: number
  terms: OrderTerms
  /** Members get free delivery from a lower amount. */
  member: boolean
  /** A promotion may make delivery free below the threshold. */
  delivery: CartProps['delivery']
}

/** First the order minimum, then free delivery. */
export function Thresholds({ id, itemsCents, terms, member, delivery }: ThresholdsProps) {
  const freeFromCents = freeShippingFrom(member, terms)
  if (itemsCents < terms.minimumCents) {
    return (
      <Progress id={id} goalCents={terms.minimumCents} itemsCents={itemsCents}>
        {belowMinimumSentence(itemsCents, terms.minimumCents)}
      </Progress>
    )
  }
  const missingCents = freeFromCents - itemsCents
  if (delivery?.isFree || missingCents <= 0) {
    return (
      <Progress id={id} goalCents={freeFromCents} itemsCents={freeFromCents}>
        <b>{delivery && delivery.cents > 0 ? 'Standard delivery is free' : 'Delivery is free'}</b> for this
        box
      </Progress>
    )
  }
  return (
    <Progress id={id} goalCents={freeFromCents} itemsCents={itemsCents}>
      <b>{formatCents(missingCents)}</b> more and delivery is free
    </Progress>
  )
}

type ProgressProps = { id: string; goalCents: number; itemsCents: number; children?: Child }

const Progress = ({ id, goalCents, itemsCents, children }: ProgressProps) => (
  <div class="threshold">
    <p class="threshold__words" id={id}>
      {children}
    </p>
    <progress
      class="threshold__bar"
      // A maximum of 0 is invalid, and would show an empty bar.
      max={goalCents || 1}
      value={goalCents ? itemsCents : 1}
      aria-labelledby={id}
    />
  </div>
)
