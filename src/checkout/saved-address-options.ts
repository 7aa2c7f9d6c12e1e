import type { DeliveryFields } from '../delivery/rules.ts'

/** The phone reads `(###) ###-####`. */
export type SavedAddressOption = { token: string; isDefault: boolean; address: DeliveryFields }

export const SAVED_ADDRESS_LABELS = {
  title: 'Saved addresses',
  default: 'Default',
  other: 'Another address',
} as const

/**
 * The radio of an address; null is for another address. `address-autofill` fills the form's fields. Until then,
 * and without scripts, `address_id` counts if they are empty or unchanged.
 */
export const savedAddressRadio = (saved: SavedAddressOption | null) => ({
  type: 'radio',
  name: 'address_id',
  value: saved?.token ?? '',
  'data-action': 'change->address-autofill#applySaved',
  ...(saved
    ? { 'data-address-autofill-address-param': JSON.stringify(controllerParts(saved.address)) }
    : { 'data-address-autofill-target': 'other' }),
})

/** The saved address that the fields hold; the phone may differ. */
export const chosenAddress = (
  saved: readonly SavedAddressOption[],
  delivery: DeliveryFields,
): string | null =>
  saved.find(({ address }) => PARTS.every((part) => address[part] === delivery[part]))?.token ?? null

/** The picked address while the fields still hold the one that the page showed. A changed phone number stays. */
export function meantAddress(
  typed: DeliveryFields,
  picked: DeliveryFields | undefined,
  shown: DeliveryFields,
): DeliveryFields {
  if (!picked || PARTS.some((part) => typed[part] !== shown[part])) return typed
  return { ...picked, phone: typed.phone === shown.phone ? picked.phone : typed.phone }
}

const PARTS = ['name', 'street1', 'street2', 'city', 'state', 'zip'] as const

const controllerParts = ({ street1, ...rest }: DeliveryFields) => ({ street: street1, ...rest })
