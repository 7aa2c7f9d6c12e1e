import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'

type PayForBoxProps = {
  orderToken: string
  linkKey: string
  arrivalOn: Day | null
  lockAt: Instant
  zone: string
  totalCents: number
  /** Otherwise its kept card can't be charged. */
  isAskedByBank: boolean
}

export const PayForBoxPage = ({
  orderToken,
  linkKey,
  arrivalOn,
  lockAt,
  zone,
  totalCents,
  isAskedByBank,
}: PayForBoxProps) => (
  <section class="membership__card">
    <h1 class="page-head__title">Pay for your box</h1>
    <p>
      {arrivalOn ? `Your box for ${formatDay(arrivalOn, 'long')}` : 'Your box'} costs{' '}
      {formatCents(totalCents)}.{' '}
      {isAskedByBank
        ? 'Your bank asks you to confirm the payment yourself.'
        : "We couldn't charge your card for it, so please pay with another one."}
    </p>
    <p>Please do so by {formatMoment(lockAt, zone)}. After that, this link ends.</p>
    <Form action={paths.payForBox(orderToken)} method="post">
      <input type="hidden" name="key" value={linkKey} />
      <button type="submit" class="button">
        Go to payment
      </button>
    </Form>
  </section>
)
