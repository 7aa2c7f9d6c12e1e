import {
  DEFAULT_MARK,
  OTHER_ADDRESS,
  otherAddressRadio,
  SAVED_ADDRESSES_TITLE,
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
      <legend class="saved-addresses__title">{SAVED_ADDRESSES_TITLE}</legend>
      {addresses.map((saved) => (
        <label class="saved-addresses__one" for={`${id}_${saved.token}`}>
          <input id={`${id}_${saved.token}`} {...savedAddressRadio(saved)} checked={saved.token === chosen} />
          <span class="saved-addresses__words">
            <b>{saved.address.name}</b>
            {saved.isDefault && <span class="saved-addresses__mark">{DEFAULT_MARK}</span>}
            <span>{placeLine(saved.address)}</span>
          </span>
        </label>
      ))}
      <label class="saved-addresses__one" for={`${id}_other`}>
        <input id={`${id}_other`} {...otherAddressRadio} checked={chosen === null} />
        <span class="saved-addresses__words">
          <b>{OTHER_ADDRESS}</b>
        </span>
      </label>
    </fieldset>
  )
}
