import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { DeliveryAddress } from './delivery-address.tsx'
import { DeliveryDays } from './delivery-days.tsx'
import type { DeliveryStepProps } from './delivery-step-page.tsx'
import { GiftOption } from './gift-option.tsx'

/** Everything but the recurring box in one form. The server judges it, so that everybody gets the same sentences. */
export const DeliveryForm = (page: DeliveryStepProps) => (
  <Form
    id="delivery_form"
    action={paths.updateShippingAddress(page.orderToken)}
    method="post"
    class="checkout-form delivery-form"
    novalidate
    data-controller="expedited-shipping"
    data-action="calendar:chosen->expedited-shipping#show checkout-changed@document->expedited-shipping#renew"
  >
    <input type="hidden" name="purpose" value={page.isPlaced ? 'save' : 'continue'} />
    {page.returnTo && <input type="hidden" name="return_to" value={page.returnTo} />}
    {/* Enter sends the form by its first button: that has to be the one that goes on. */}
    <button type="submit" hidden>
      {onward(page)}
    </button>
    <Problems {...page} />
    {page.email !== null && <EmailField email={page.email} error={page.problems.email} />}
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
        {onward(page)}
      </button>
    </div>
  </Form>
)

const onward = ({ isPlaced }: DeliveryStepProps) => (isPlaced ? 'Save' : 'Continue')

/** One wrong field carries its sentence itself; of several the sentence stands here, and they are marked. */
function Problems({ problems: { address, date, email, gift } }: DeliveryStepProps) {
  const { now } = usePage()
  const general = address && address.fields.length !== 1 ? address.message : null
  if (!general && !address && !date && !email && !gift) return null
  return (
    <div
      class="delivery-form__problems"
      data-controller="form-problem"
      data-form-problem-told-value={String(now)}
    >
      {general && <Alert>{general}</Alert>}
    </div>
  )
}

const EmailField = ({ email, error }: { email: string; error: string | null }) => (
  <Field
    id="delivery_email"
    name="email"
    label="Email"
    hint="Your receipt and news of the box go here."
    type="email"
    inputmode="email"
    autocomplete="email"
    maxlength={254}
    value={email}
    error={error ?? undefined}
    required
  />
)
