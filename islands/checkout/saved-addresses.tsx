/** @jsxImportSource react */
import {
  chosenAddress,
  SAVED_ADDRESS_LABELS,
  type SavedAddressOption,
  savedAddressRadio,
} from '#src/checkout/saved-address-options.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { placeLine } from '#src/postal/place.ts'

type SavedAddressesProps = { addresses: SavedAddressOption[]; delivery: DeliveryFields }

export function SavedAddresses({ addresses, delivery }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  const chosen = chosenAddress(addresses, delivery)
  return (
    <fieldset className="saved-addresses">
      <legend className="saved-addresses__title">{SAVED_ADDRESS_LABELS.title}</legend>
      {addresses.map((saved) => (
        <label key={saved.token} className="saved-addresses__one">
          <input {...savedAddressRadio(saved)} defaultChecked={saved.token === chosen} />
          <span className="saved-addresses__words">
            <b>{saved.address.name}</b>
            {saved.isDefault && <span className="saved-addresses__mark">{SAVED_ADDRESS_LABELS.default}</span>}
            <span>{placeLine(saved.address)}</span>
          </span>
        </label>
      ))}
      <label className="saved-addresses__one">
        <input {...savedAddressRadio(null)} defaultChecked={chosen === null} />
        <span className="saved-addresses__words">
          <b>{SAVED_ADDRESS_LABELS.other}</b>
        </span>
      </label>
    </fieldset>
  )
}
