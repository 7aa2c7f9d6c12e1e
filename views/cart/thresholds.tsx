import { formatCents } from '#src/money.ts'
import { freeShippingFrom, ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'

type ThresholdsProps = {
  id: string
  itemsCents: number
  /** Members get free delivery from a lower amount. */
  member: boolean
  /** A promotion may make delivery free below the threshold. */
  shipsFree: boolean
}

/** First the order minimum, then free delivery. */
export function Thresholds({ id, itemsCents, member, shipsFree }: ThresholdsProps) {
  const freeFromCents = freeShippingFrom(member)
  if (itemsCents < ORDER_MINIMUM_CENTS) {
    const missing = formatCents(ORDER_MINIMUM_CENTS - itemsCents)
    return (
      <Progress
        id={id}
        goalCents={ORDER_MINIMUM_CENTS}
        itemsCents={itemsCents}
        strong={missing}
        rest=" more to reach the $49.00 minimum"
      />
    )
  }
  const missingCents = freeFromCents - itemsCents
  if (shipsFree || missingCents <= 0) {
    return (
      <Progress
        id={id}
        goalCents={freeFromCents}
        itemsCents={freeFromCents}
        strong="Delivery is free"
        rest=" for this box"
      />
    )
  }
  return (
    <Progress
      id={id}
      goalCents={freeFromCents}
      itemsCents={itemsCents}
      strong={formatCents(missingCents)}
      rest=" more and delivery is free"
    />
  )
}

type ProgressProps = { id: string; goalCents: number; itemsCents: number; strong: string; rest: string }

const Progress = ({ id, goalCents, itemsCents, strong, rest }: ProgressProps) => (
  <div class="threshold">
    <p class="threshold__words" id={id}>
      <b>{strong}</b>
      {rest}
    </p>
    <progress class="threshold__bar" max={goalCents} value={itemsCents} aria-labelledby={id} />
  </div>
)
