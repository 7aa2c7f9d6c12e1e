import type { DeliveryFields } from '../delivery/rules.ts'

/** The phone reads `(###) ###-####`. */
export type SavedAddressOption = { token: string; isDefault: boolean; address: DeliveryFields }

export const SAVED_ADDRESSES_TITLE = 'Saved addresses'
export const DEFAULT_MARK = 'Default'
export const OTHER_ADDRESS = 'Another address'

/** `address-autofill` fills the form's fields. Without scripts, the server uses `address_id` if they are empty. */
export const savedAddressRadio = ({ token, address }: SavedAddressOption) => ({
  ...radio(token),
  'data-address-autofill-address-param': JSON.stringify(controllerParts(address)),
})

export const otherAddressRadio = { ...radio(''), 'data-address-autofill-target': 'other' }

/** The saved address that the fields hold; the phone may differ. */
export const chosenAddress = (
  saved: readonly SavedAddressOption[],
  delivery: DeliveryFields,
): string | null =>
  saved.find(({ address }) => PARTS.every((part) => address[part] === delivery[part]))?.token ?? null

const PARTS = ['name', 'street1', 'street2', 'city', 'state', 'zip'] as const

function radio(token: string) {
  const action = 'change->address-autofill#applySaved'
  return { type: 'radio', name: 'address_id', value: token, 'data-action': action } as const
}

const controllerParts = ({ street1, ...rest }: DeliveryFields) => ({ street: street1, ...rest })
