import { EMAIL_HINT } from '#src/checkout/sentences.ts'
import { formMessages } from '#src/delivery/rules.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ADDRESS_PROBLEM_ID, DeliveryAddress } from './delivery-address.tsx'
import { DeliveryDays } from './delivery-days.tsx'
import type { DeliveryStepProps } from './delivery-step-page.tsx'
import { GiftOption } from './gift-option.tsx'

/** Everything but the recurring option. `novalidate`: the server's messages replace the browser's. */
export const DeliveryForm = (page: DeliveryStepProps) => (
  <Form
    id="delivery_form"
    action={paths.updateShippingAddress(page.orderToken)}
    method="post"
    class="checkout-form delivery-form"
    novalidate
    data-controller="expedited-shipping"
    data-action="calendar:chosen->expedited-shipping#show checkout-changed@document->expedited-shipping#refresh"
  >
    <input type="hidden" name="purpose" value={page.isPlaced ? 'save' : 'continue'} />
    {page.returnTo && <input type="hidden" name="return_to" value={page.returnTo} />}
    {/* Enter submits with the first button, so that must be the one that continues. */}
    <button type="submit" hidden>
      {submitLabel(page)}
    </button>
    <Problems {...page} />
    {page.email !== null && (
      <EmailField
        id="delivery_email"
        hint={EMAIL_HINT}
        inputmode="email"
        value={page.email}
        error={page.problems.email ?? undefined}
      />
    )}
    <section class="delivery-form__part" aria-labelledby="delivery_where">
      <h2 class="delivery-form__title" id="delivery_where">
        Where should it go?
      </h2>
      <DeliveryAddress {...page} />
    </section>
    {page.gift && <GiftOption gift={page.gift} error={page.problems.gift} />}
    <DeliveryDays {...page} />
    <div class="delivery-form__onward">
      <button type="submit" class="button checkout-form__submit">
        {submitLabel(page)}
      </button>
    </div>
  </Form>
)

const submitLabel = ({ isPlaced }: DeliveryStepProps) => (isPlaced ? 'Save' : 'Continue')

function Problems({ delivery, problems: { address, date, email, gift } }: DeliveryStepProps) {
  const { now } = usePage()
  if (!address && !date && !email && !gift) return null
  const above = address && formMessages(address, delivery).above
  return (
    <div
      class="delivery-form__problems"
      data-controller="form-problem"
      data-form-problem-told-value={String(now)}
    >
      {above && <Alert id={ADDRESS_PROBLEM_ID}>{above}</Alert>}
    </div>
  )
}
