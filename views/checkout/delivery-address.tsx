import { autofill } from '#src/checkout/address-autofill.ts'
import { DELIVERY_NAMES } from '#src/checkout/address-form.ts'
import type { FieldName } from '#src/delivery/rules.ts'
import { AddressFields } from '../shared/address-fields.tsx'
import type { DeliveryStepProps } from './delivery-step-page.tsx'
import { SavedAddresses } from './saved-addresses.tsx'

export function DeliveryAddress({ delivery, saved, problems }: DeliveryStepProps) {
  const { message = '', fields = [] } = problems.address ?? {}
  const at = (name: FieldName) => ({
    id: DELIVERY_NAMES[name],
    value: delivery[name],
    error: fields.length === 1 && fields[0] === name ? message : undefined,
    ...(fields.length > 1 && fields.includes(name) && { 'aria-invalid': 'true' }),
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
