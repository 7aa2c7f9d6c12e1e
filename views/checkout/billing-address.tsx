import type { BillingProblem, TypedBilling } from '#src/checkout/steps/billing.ts'
import { Field } from '../shared/field.tsx'
import { StateField } from '../shared/state-field.tsx'

export type BillingShown = TypedBilling & { problem: BillingProblem | null }

export function BillingAddress({ sameAsShipping, fields, problem }: BillingShown) {
  const at = (name: BillingProblem['fields'][number], value: string) => ({
    value,
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
        <Field
          id="billing_line1"
          name="address_line1"
          label="Street Address 1"
          autocomplete="billing address-line1"
          maxlength={100}
          required
          {...at('street1', fields.street1)}
        />
        <Field
          id="billing_line2"
          name="address_line2"
          label="Street Address 2 (optional)"
          autocomplete="billing address-line2"
          maxlength={100}
          value={fields.street2}
        />
        <div class="address-fields__place">
          <Field
            id="billing_city"
            name="address_city"
            label="City"
            autocomplete="billing address-level2"
            maxlength={80}
            required
            {...at('city', fields.city)}
          />
          <StateField
            id="billing_state"
            name="address_state"
            autocomplete="billing address-level1"
            {...at('state', fields.state)}
          />
          <Field
            id="billing_zip"
            name="address_zip"
            label="Billing Zip Code"
            autocomplete="billing postal-code"
            inputmode="numeric"
            maxlength={5}
            required
            data-billing-address-target="zip"
            data-action="input->billing-address#validate focusout->billing-address#tell"
            {...at('zip', fields.zip)}
          />
        </div>
        <p class="field__error" id="billing_problem" role="alert" data-billing-address-target="problem" />
      </fieldset>
    </div>
  )
}
