import { deliveryFieldsOf, PlaceAndPerson } from '../checkout/address-fields.ts'
import { DELIVERY_NAMES } from '../checkout/address-form.ts'
import type { FieldName } from '../delivery/rules.ts'

export const ADDRESS_FIELDS: string[] = Object.values(DELIVERY_NAMES)

export const fieldNamed = (field: FieldName | undefined): string => DELIVERY_NAMES[field ?? 'name']

export const AddressFields = PlaceAndPerson.transform(deliveryFieldsOf)
