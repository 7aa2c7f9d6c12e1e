import { type Day, formatDay, type Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { Totals } from '#src/pricing/total.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderSums } from './order-sums.tsx'
import { areGiftBoxes, type OrderLineFacts } from './placed-order.ts'

type DraftLinkPageProps = {
  orderToken: string
  linkKey: string
  lines: OrderLineFacts[]
  totals: Totals
  /** What is in each gift box; empty for any other draft. */
  eachHolds: string[]
  addressKnown: boolean
  arrivesOn: Day | null
  linkEndsAt: Instant
  /** When it was changed after our email; null if it wasn't. */
  changedAt: Instant | null
  /** Why it can't be paid as it is. */
  problem: string | null
}

export const DraftLinkPage = ({
  orderToken,
  linkKey,
  lines,
  totals,
  eachHolds,
  addressKnown,
  arrivesOn,
  linkEndsAt,
  changedAt,
  problem,
}: DraftLinkPageProps) => (
  <section class="membership__card">
    <h1 class="page-head__title">
      {areGiftBoxes(lines) ? 'Your gift boxes are ready to pay' : 'Your box is ready to pay'}
    </h1>
    {changedAt !== null && (
      <p class="notice" role="status">
        <span class="notice__text">
          We changed this box on {formatMoment(changedAt, SHOP_ZONE)}, after our email. This is how it is now.
        </span>
      </p>
    )}
    {problem && <Alert>{problem}</Alert>}
    <p>
      {areGiftBoxes(lines) ? 'Each goes to its own address.' : 'We filled it as you asked.'}
      {arrivesOn && ` It arrives ${formatDay(arrivesOn, 'long')}.`}
    </p>
    {eachHolds.length > 0 && <p>In each box: {eachHolds.join('; ')}.</p>}
    <div class="membership__wide">
      <OrderLines lines={lines} />
      <OrderSums
        totals={totals}
        totalName={addressKnown ? 'Total' : 'Total so far'}
        addressKnown={addressKnown}
        areForBoxes={areGiftBoxes(lines)}
      />
    </div>
    {!problem && (
      <>
        <p>
          {areGiftBoxes(lines)
            ? 'Nothing is reserved before you pay; then we place each box for its day. '
            : 'Nothing is reserved until you begin to pay. '}
          This link works until {formatMoment(linkEndsAt, SHOP_ZONE)}.
        </p>
        <Form action={paths.payForDraft(orderToken)} method="post">
          <input type="hidden" name="key" value={linkKey} />
          <button type="submit" class="button">
            Go to payment
          </button>
        </Form>
      </>
    )}
  </section>
)
