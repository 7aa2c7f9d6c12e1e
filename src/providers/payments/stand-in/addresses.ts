import type Stripe from 'stripe'
import type { Params } from './params.ts'

const lines = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const

/** Every line, null where missing. Keeps the form's undefined (not sent) and null (sent empty). */
export function readAddress(form: Params | null | undefined): Stripe.Address | null | undefined {
  if (!form) return form
  const address = Object.fromEntries(lines.map((line) => [line, form.text(line) ?? null]))
  form.refuseUnknown()
  return address as Record<(typeof lines)[number], string | null>
}

export function readShipping(form: Params | null | undefined) {
  if (!form) return form
  const shipping = {
    address: readAddress(form.group('address')) ?? emptyAddress(),
    carrier: form.text('carrier') ?? null,
    name: form.optional('name') ?? '',
    phone: form.text('phone') ?? null,
    tracking_number: form.text('tracking_number') ?? null,
  }
  form.refuseUnknown()
  return shipping
}

export function readBillingDetails(form: Params | null | undefined) {
  const details = {
    address: readAddress(form?.group('address')) ?? emptyAddress(),
    email: form?.text('email') ?? null,
    name: form?.text('name') ?? null,
    phone: form?.text('phone') ?? null,
    tax_id: form?.text('tax_id') ?? null,
  }
  form?.refuseUnknown()
  return details
}

export const emptyAddress = () => ({
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
})

/** Stripe merges metadata by key: an empty value removes its key, an empty field removes all keys. */
export function mergeMetadata(existing: Stripe.Metadata | null, form: Params): Stripe.Metadata {
  const changes = form.texts('metadata')
  if (changes === null) return {}
  const merged = Object.entries({ ...existing, ...changes }).filter(([, value]) => value !== '')
  return Object.fromEntries(merged)
}
