import type { DeliveryFields } from '#src/delivery/rules.ts'
import { placeLine } from '#src/postal/place.ts'

/** The phone reads `(###) ###-####`. */
export type SavedAddressOption = { token: string; isDefault: boolean; address: DeliveryFields }

export type SavedAddressesProps = {
  id: string
  addresses: SavedAddressOption[]
  chosen: string | null
}

/** `address-autofill` fills the form's fields. Without scripts, the server uses `address_id` if they are empty. */
export function SavedAddresses({ id, addresses, chosen }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  return (
    <fieldset class="saved-addresses">
      <legend class="saved-addresses__title">Saved addresses</legend>
      {addresses.map(({ token, isDefault, address }) => (
        <label class="saved-addresses__one" for={`${id}_${token}`}>
          <input
            id={`${id}_${token}`}
            type="radio"
            name="address_id"
            value={token}
            checked={token === chosen}
            data-action="change->address-autofill#applySaved"
            data-address-autofill-address-param={JSON.stringify(partsOf(address))}
          />
          <span class="saved-addresses__words">
            <b>{address.name}</b>
            {isDefault && <span class="saved-addresses__mark">Default</span>}
            <span>{placeLine(address)}</span>
          </span>
        </label>
      ))}
      <label class="saved-addresses__one" for={`${id}_other`}>
        <input
          id={`${id}_other`}
          type="radio"
          name="address_id"
          value=""
          checked={chosen === null}
          data-address-autofill-target="other"
          data-action="change->address-autofill#applySaved"
        />
        <span class="saved-addresses__words">
          <b>Another address</b>
        </span>
      </label>
    </fieldset>
  )
}

/** The field names of the `address-autofill` controller. */
const partsOf = ({ street1, ...rest }: DeliveryFields) => ({ street: street1, ...rest })
