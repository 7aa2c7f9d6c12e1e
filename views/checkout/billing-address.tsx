import type { BillingProblem, TypedBilling } from '#src/checkout/steps/billing.ts'
import { labeledField } from '../shared/address-fields.tsx'
import { Field } from '../shared/field.tsx'
import { StateField } from '../shared/state-field.tsx'

export type BillingShown = TypedBilling & { problem: BillingProblem | null }

export function BillingAddress({ sameAsShipping, fields, problem }: BillingShown) {
  const at = (name: keyof TypedBilling['fields']) => ({
    value: fields[name],
    error: problem?.fields[0] === name ? problem.message : undefined,
  })
  return (
    <div class="billing-address" data-controller="billing-address">
      <label class="checkout-terms">
        <input
          type="checkbox"
          name="same_as_shipping"
          value="true"
          checked={sameAsShipping}
          data-billing-address-target="same"
          data-action="billing-address#show"
        />
        <span>My billing address is the same as my shipping address</span>
      </label>
      <fieldset
        class="billing-address__fields address-fields"
        data-billing-address-target="fields"
        hidden={sameAsShipping}
        disabled={sameAsShipping}
      >
        <legend class="billing-address__legend">Billing address</legend>
        <Field {...LINE_1} {...at('street1')} />
        <Field {...LINE_2} value={fields.street2} />
        <div class="address-fields__place">
          <Field {...CITY} {...at('city')} />
          <StateField {...STATE} {...at('state')} />
          <Field {...ZIP} {...at('zip')} />
        </div>
        <p class="field__error" id="billing_problem" role="alert" data-billing-address-target="problem" />
      </fieldset>
    </div>
  )
}

const field = (part: keyof TypedBilling['fields'], name: string) => ({
  ...labeledField(part, 'billing'),
  id: `billing_${name}`,
  name: `address_${name}`,
})

const LINE_1 = field('street1', 'line1')
const LINE_2 = field('street2', 'line2')
const CITY = field('city', 'city')
const STATE = field('state', 'state')
const ZIP = {
  ...field('zip', 'zip'),
  label: 'Billing Zip Code',
  'data-billing-address-target': 'zip',
  'data-action': 'input->billing-address#validate focusout->billing-address#tell',
}
