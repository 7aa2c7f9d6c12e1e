import { CHANGE_BOX } from '#src/checkout/sentences.ts'
import { counted } from '#src/counted.ts'
import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { STAFF_CHANGE_IT } from '#src/orders/rules.ts'
import type { Unsold } from '#src/orders/unsold.ts'
import { paths } from '#src/paths.ts'
import type { Totals } from '#src/pricing/total.ts'
import { OrderLines, unitsOf } from '../orders/order-lines.tsx'
import { OrderSums } from '../orders/order-sums.tsx'
import { areGiftBoxes, type OrderLineFacts, weightSentence } from '../orders/placed-order.ts'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { CodeEntry, type CodesShown } from './code-entry.tsx'

export type CheckoutSummaryProps = {
  lines: OrderLineFacts[]
  totals: Totals
  /** Stays outside what folds on a phone. */
  unsold?: Unsold | null
  rewardNote?: string | null
  /** While false, delivery and tax ask for the address. */
  addressKnown: boolean
  arrivesOn: Day | null
  lockAt: Instant | null
  zone: string | null
  codes?: CodesShown & { orderToken: string }
  /** For pages that show the arrival or its deadline themselves. What delivery costs stays, or the sums wouldn't add up. */
  hides?: { shipping: boolean; reschedule: boolean }
  returnTo?: string
}

type SummaryAsideProps = { summary: CheckoutSummaryProps; [attribute: string]: unknown }

export const SummaryAside = ({ summary, ...attributes }: SummaryAsideProps) => (
  <aside id="checkout_summary" aria-label="Your box" {...attributes}>
    <CheckoutSummary {...summary} />
  </aside>
)

/** The box beside the steps; folds to its total on a phone. `/v1/checkout_summary` replaces all of it. */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { lines, totals, unsold, rewardNote, addressKnown, codes, hides, returnTo, ...arrival } = props
  const units = unitsOf(lines)
  const title = areGiftBoxes(lines) ? 'Your gift boxes' : units > 0 ? 'Your box' : 'Your gift cards'
  return (
    <>
      {unsold && <UnsoldNote {...unsold} />}
      <details class="checkout-fold checkout-summary">
        <summary class="checkout-fold__line checkout-summary__fold">
          <Icon name="box" />
          <span>
            {title}
            {units > 0 && `, ${counted(units, 'item', 'items')}`}
          </span>
          <b>{formatCents(totals.totalCents)}</b>
          <Icon name="down" />
        </summary>
        <div class="checkout-summary__body">
          <h2 class="checkout-summary__title">{title}</h2>
          <OrderLines lines={lines} />
          <OrderSums
            totals={totals}
            addressKnown={addressKnown}
            totalName={addressKnown ? 'Total' : 'Total so far'}
            areForBoxes={areGiftBoxes(lines)}
          />
          {weightSentence(lines) && <p class="checkout-summary__note">{weightSentence(lines)}</p>}
          {rewardNote && <p class="reward-note">{rewardNote}</p>}
          {codes && (
            <CodeEntry
              id="checkout_code"
              orderToken={codes.orderToken}
              codes={codes}
              returnTo={returnTo ?? paths.checkout(codes.orderToken)}
            />
          )}
          {addressKnown && !hides?.shipping && (
            <Arrival {...arrival} lockAt={hides?.reschedule ? null : arrival.lockAt} />
          )}
        </div>
      </details>
    </>
  )
}

const UnsoldNote = ({ sentences, isChangedInCart }: Unsold) => (
  <div class="notice notice--danger">
    <Icon name="alert" />
    <p class="notice__text">
      {sentences.join(' ')} {isChangedInCart ? <a href={paths.cart()}>{CHANGE_BOX}</a> : STAFF_CHANGE_IT}
    </p>
  </div>
)

function Arrival({ arrivesOn, lockAt, zone }: Pick<CheckoutSummaryProps, 'arrivesOn' | 'lockAt' | 'zone'>) {
  if (!arrivesOn) return null
  return (
    <p class="checkout-summary__arrival">
      <Icon name="truck" />
      <span>
        Arrives <b>{formatDay(arrivesOn, 'long')}</b>
        {lockAt !== null && zone !== null && (
          <span class="checkout-summary__until">You can make changes until {formatMoment(lockAt, zone)}</span>
        )}
      </span>
    </p>
  )
}
