import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { parseDay } from '../day.ts'
import { isRenewPeriod, type RenewPeriod } from '../orders/recurring-rules.ts'
import { checkbox, digits, line } from '../web/fields.ts'
import { AcceptedFields, acceptedOf, mobileFieldsOf, PLACE_LABELS, PlaceAndMobile } from './address-fields.ts'
import { MAX_LENGTHS } from './address-form.ts'
import { GiftFields, giftChoiceOf } from './gift-fields.ts'

export const EmailFields = z.object({ email: line(MAX_EMAIL_LENGTH) })

export const AddressFields = z
  .object({ address_id: line(40), ...PlaceAndMobile.shape, ...GiftFields.shape, ...AcceptedFields.shape })
  .transform((wire) => ({
    addressId: wire.address_id,
    typed: mobileFieldsOf(wire),
    accepted: acceptedOf(wire),
    gift: giftChoiceOf(wire),
  }))

export const ADDRESS_LABELS = {
  ...PLACE_LABELS,
  delivery_name: 'your name',
  mobile_phone_number: 'your phone number',
  gift_info: 'your gift details',
}

export const ArrivalFields = z.object({ arrival_date: line(10) })

export const CodeFields = z.object({ text_entered: line(64) })

export const CodeMark = z.object({ mark: line(64) })

const ON_OR_OFF = ['1', '0', 'true', 'false', 'on', 'off']

/** A checkbox from a form or a script. An unchecked one sends nothing. */
const onOrOff = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .refine((value) => ['', ...ON_OR_OFF].includes(String(value ?? '').toLowerCase()), {
    message: 'on or off',
  })
  .transform((value) => checkbox.parse(value))

export const RecurringFields = z
  .object({ recurring: onOrOff, renew_period_type: line(20) })
  .transform((wire) => ({ recurring: wire.recurring, period: wire.renew_period_type }))

const centsIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)

/** A wallet that chooses the address sends none of these. `shown_recurring` is a frequency, 'false', or 'true' from an older page. */
const ShownFields = {
  shown_arrival_date: line(10),
  shown_recurring: line(11),
  shown_address: line(MAX_LENGTHS.street1 + MAX_LENGTHS.street2 + 20),
}

const recurringIn = (text: string): RenewPeriod | boolean | null =>
  isRenewPeriod(text) ? text : text === '' ? null : text === 'true'

const shownIn = (wire: Record<keyof typeof ShownFields, string>) => ({
  arrivesOn: parseDay(wire.shown_arrival_date),
  recurring: recurringIn(wire.shown_recurring),
  address: wire.shown_address || null,
})

/** `charges_next`: our page confirms the payment right after this call. */
export const PaymentFields = z
  .object({
    terms_of_service: checkbox,
    charges_next: checkbox,
    shown_gift_cents: digits(9),
    ...ShownFields,
  })
  .transform((wire) => ({
    agreed: wire.terms_of_service,
    chargesNext: wire.charges_next,
    shownGiftCents: centsIn(wire.shown_gift_cents),
    shown: shownIn(wire),
  }))

const CARD_TOKEN = /^(tok|pm)_[0-9A-Za-z_]{1,250}$/

export const CardFields = z
  .object({
    stripeToken: line(255),
    same_as_shipping: checkbox,
    address_line1: line(MAX_LENGTHS.street1),
    address_line2: line(MAX_LENGTHS.street2),
    address_city: line(MAX_LENGTHS.city),
    address_state: line(30),
    address_zip: line(10),
    terms_of_service: checkbox,
    shown_total_cents: digits(9),
    shown_gift_cents: digits(9),
    ...ShownFields,
  })
  .transform((wire) => ({
    token: CARD_TOKEN.test(wire.stripeToken) ? wire.stripeToken : null,
    billing: {
      sameAsShipping: wire.same_as_shipping,
      fields: {
        street1: wire.address_line1,
        street2: wire.address_line2,
        city: wire.address_city,
        state: wire.address_state,
        zip: wire.address_zip,
      },
    },
    agreed: wire.terms_of_service,
    shownCents: centsIn(wire.shown_total_cents),
    shownGiftCents: centsIn(wire.shown_gift_cents),
    shown: shownIn(wire),
  }))

export const SavedCardFields = z
  .object({
    card_id: digits(15),
    terms_of_service: checkbox,
    shown_total_cents: digits(9),
    shown_gift_cents: digits(9),
    ...ShownFields,
  })
  .transform((wire) => ({
    cardId: wire.card_id,
    agreed: wire.terms_of_service,
    shownCents: centsIn(wire.shown_total_cents),
    shownGiftCents: centsIn(wire.shown_gift_cents),
    shown: shownIn(wire),
  }))

export const CARD_LABELS = {
  stripeToken: 'your card',
  address_line1: 'the billing street address',
  address_line2: 'the second line of the billing address',
  address_city: 'the billing city',
  address_state: 'the billing state',
  address_zip: 'the billing ZIP code',
}
