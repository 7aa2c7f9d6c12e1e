import { NOTHING_TO_PAY, PLACE_ORDER } from '#src/checkout/sentences.ts'
import type { Day } from '#src/day.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import type { Place } from '#src/postal/place.ts'
import { Form } from '../shared/form.tsx'
import { Notice } from '../shared/notice.tsx'
import { ShownOrder } from './shown-order.tsx'
import { TermsBox } from './terms-box.tsx'

type FreeOrderProps = {
  orderToken: string
  delivery: Place
  arrivesOn: Day
  period: RenewPeriod | null
  giftCents: number
  termsRequired: boolean
  problem: string | null
}

/** Works without a card, the provider or scripts. */
export const FreeOrder = ({
  orderToken,
  delivery,
  arrivesOn,
  period,
  giftCents,
  termsRequired,
  problem,
}: FreeOrderProps) => (
  <Form
    action={paths.confirmStripeless()}
    method="post"
    class="payment-step checkout-form"
    data-turbo="false"
    data-controller="valid-submit"
    data-action="change->valid-submit#update"
  >
    <p>{NOTHING_TO_PAY}</p>
    {termsRequired && <TermsBox />}
    {problem && <Notice kind="danger" message={problem} />}
    <input type="hidden" name="order_token" value={orderToken} />
    <input type="hidden" name="shown_gift_cents" value={giftCents} />
    <ShownOrder {...{ arrivesOn, period }} place={delivery} />
    <input type="hidden" name="return_to" value={paths.paymentStep(orderToken)} />
    <button type="submit" class="button checkout-form__submit" data-valid-submit-target="submit">
      {PLACE_ORDER}
    </button>
  </Form>
)
