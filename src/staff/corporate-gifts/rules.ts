import type { GiftRecipient } from '#db/schema/index.ts'
import { MAX_LENGTHS } from '../../checkout/address-form.ts'

/** Of one gift. More go in a second one. */
export const MAX_RECIPIENTS = 500
export const MAX_FILE_LENGTH = 300_000
/** As in checkout. */
const MAX_MESSAGE_LENGTH = 500

type Column = { name: string; key: keyof GiftRecipient; max: number; isRequired?: true }

/** The shop's columns, by the names that their heads may have. */
export const COLUMNS: readonly Column[] = [
  { name: 'name', key: 'name', max: MAX_LENGTHS.name, isRequired: true },
  { name: 'street', key: 'street1', max: MAX_LENGTHS.street1, isRequired: true },
  { name: 'street2', key: 'street2', max: MAX_LENGTHS.street2 },
  { name: 'city', key: 'city', max: MAX_LENGTHS.city, isRequired: true },
  { name: 'state', key: 'state', max: 30, isRequired: true },
  { name: 'zip', key: 'zip', max: 10, isRequired: true },
  { name: 'phone', key: 'phone', max: MAX_LENGTHS.phone },
  { name: 'deliver_on', key: 'deliverOn', max: 10 },
  { name: 'message', key: 'message', max: MAX_MESSAGE_LENGTH },
]

/** What other programs call our columns. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  full_name: 'name',
  recipient: 'name',
  address: 'street',
  address_1: 'street',
  address1: 'street',
  street_address: 'street',
  address_2: 'street2',
  address2: 'street2',
  apartment: 'street2',
  zip_code: 'zip',
  zipcode: 'zip',
  postal_code: 'zip',
  phone_number: 'phone',
  delivery_date: 'deliver_on',
  gift_message: 'message',
}

export const COLUMN_NAMES = COLUMNS.map(({ name }) => name)

/** A gift card pays for the box, and this is what one can be worth. */
export const MIN_BOX_CENTS = 2_500
export const MAX_BOX_CENTS = 50_000
