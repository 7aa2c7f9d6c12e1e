import { autofill } from '#src/checkout/address-autofill.ts'
import { DELIVERY_NAMES } from '#src/checkout/address-form.ts'
import { type FieldName, formMessages } from '#src/delivery/rules.ts'
import { AddressFields } from '../shared/address-fields.tsx'
import type { DeliveryStepProps } from './delivery-step-page.tsx'
import { SavedAddresses } from './saved-addresses.tsx'

export const ADDRESS_PROBLEM_ID = 'delivery_problem'

export function DeliveryAddress({ delivery, saved, problems: { address } }: DeliveryStepProps) {
  const errors = address ? formMessages(address, delivery).at : {}
  const at = (name: FieldName) => ({
    id: DELIVERY_NAMES[name],
    value: delivery[name],
    error: errors[name],
    sharedErrorId: address?.fields.includes(name) ? ADDRESS_PROBLEM_ID : undefined,
    ...(name === 'zip' && DAYS_BY_ZIP),
  })
  return (
    <AddressFields at={at} suggestionsId="delivery_suggestions">
      <SavedAddresses id="delivery_saved" {...saved} />
    </AddressFields>
  )
}

const DAYS_BY_ZIP = {
  'data-action': `${autofill('zip')['data-action']} input->expedited-shipping#zipChanged`,
  'data-expedited-shipping-target': 'zip',
}
