/** @jsxImportSource react */
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { placeLine } from '#src/postal/place.ts'
import type { SavedAddress } from './props.ts'

type SavedAddressesProps = { addresses: SavedAddress[]; delivery: DeliveryFields }

/** `address-autofill` fills the form's fields. Without scripts, the server uses `address_id` if they are empty. */
export function SavedAddresses({ addresses, delivery }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  const chosen = addresses.find(({ address }) => isSame(address, delivery))
  return (
    <fieldset className="saved-addresses">
      <legend className="saved-addresses__title">Saved addresses</legend>
      {addresses.map(({ token, isDefault, address: { street1, ...rest } }) => (
        <label key={token} className="saved-addresses__one">
          <input
            type="radio"
            name="address_id"
            value={token}
            defaultChecked={token === chosen?.token}
            data-action="change->address-autofill#applySaved"
            data-address-autofill-address-param={JSON.stringify({ street: street1, ...rest })}
          />
          <span className="saved-addresses__words">
            <b>{rest.name}</b>
            {isDefault && <span className="saved-addresses__mark">Default</span>}
            <span>{placeLine({ street1, ...rest })}</span>
          </span>
        </label>
      ))}
      <label className="saved-addresses__one">
        <input
          type="radio"
          name="address_id"
          value=""
          defaultChecked={!chosen}
          data-address-autofill-target="other"
          data-action="change->address-autofill#applySaved"
        />
        <span className="saved-addresses__words">
          <b>Another address</b>
        </span>
      </label>
    </fieldset>
  )
}

const isSame = (address: DeliveryFields, delivery: DeliveryFields) =>
  (['name', 'street1', 'street2', 'city', 'state', 'zip'] as const).every(
    (part) => address[part] === delivery[part],
  )
