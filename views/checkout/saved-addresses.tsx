import {
  SAVED_ADDRESS_LABELS,
  type SavedAddressOption,
  savedAddressRadio,
} from '#src/checkout/saved-address-options.ts'
import { placeLine } from '#src/postal/place.ts'

export type SavedAddressesProps = {
  id: string
  addresses: SavedAddressOption[]
  chosen: string | null
}

export function SavedAddresses({ id, addresses, chosen }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  return (
    <fieldset class="saved-addresses">
      <legend class="saved-addresses__title">{SAVED_ADDRESS_LABELS.title}</legend>
      {addresses.map((saved) => (
        <label class="saved-addresses__one" for={`${id}_${saved.token}`}>
          <input id={`${id}_${saved.token}`} {...savedAddressRadio(saved)} checked={saved.token === chosen} />
          <span class="saved-addresses__words">
            <b>{saved.address.name}</b>
            {saved.isDefault && <span class="saved-addresses__mark">{SAVED_ADDRESS_LABELS.default}</span>}
            <span>{placeLine(saved.address)}</span>
          </span>
        </label>
      ))}
      <label class="saved-addresses__one" for={`${id}_other`}>
        <input id={`${id}_other`} {...savedAddressRadio(null)} checked={chosen === null} />
        <span class="saved-addresses__words">
          <b>{SAVED_ADDRESS_LABELS.other}</b>
        </span>
      </label>
    </fieldset>
  )
}
