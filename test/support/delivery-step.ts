import { expect } from 'vitest'
import { SEATTLE } from './buying.ts'
import type { Shopper } from './shopper.ts'

const { mobile_phone_number, ...PLACE } = SEATTLE

/** What the delivery page's form sends for Seattle, with nothing else chosen. */
export const SEATTLE_STEP = { ...PLACE, delivery_phone_number: mobile_phone_number }

const at = (street: string, city: string, state: string, zip: string) => ({
  delivery_street_address_1: street,
  delivery_city: city,
  delivery_state: state,
  delivery_postal_code: zip,
})

/** The demo's addresses, by the case each triggers. */
export const PLACES = {
  otherSpelling: at('1912 pike place', 'seattle', 'WA', '98101'),
  unconfirmed: at('12 Elm St', 'Portland', 'WA', '98101'),
  delayed: at('2101 Oneil Ave', 'Cheyenne', 'WY', '82001'),
  noDeliveryReason: at('600 E Boulevard Ave', 'Bismarck', 'ND', '58501'),
  otherCenter: at('350 5th Ave', 'New York', 'NY', '10001'),
  notServed: at('632 W 6th Ave', 'Anchorage', 'AK', '99501'),
}

export const pathOf = (token: string) => `/v1/update_shipping_address/${token}`

export type StepAnswer = {
  status: number
  url: string | null
  path: string | null
  error: string | null
  error_type: string | null
  error_details: Record<string, unknown> | null
  new_summary: string | null
}

/** The call as the page's script makes it. */
export async function saveStep(shopper: Shopper, token: string, changes: object = {}): Promise<StepAnswer> {
  const response = await shopper.call('POST', pathOf(token), { ...SEATTLE_STEP, ...changes })
  const body = (await response.json()) as Omit<StepAnswer, 'status'>
  return { ...body, status: response.status }
}

/** The fields of the form with this button, as a browser would submit them; only checked radios and checkboxes. */
export function formOf(html: string, button: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.split('</form>')[0]?.includes(`>${button}</button>`))
  expect(form, `a form with the button ${button}`).toBeDefined()
  const fields: Record<string, string> = {}
  for (const [input] of (form ?? '').matchAll(/<input[^>]*>/g)) {
    const [name, value] = [attribute(input, 'name'), attribute(input, 'value')]
    const isChoice = /type="(radio|checkbox)"/.test(input)
    if (name && (!isChoice || / checked/.test(input))) fields[name] = value
  }
  const { authenticity_token: _, ...told } = fields
  return told
}

const attribute = (tag: string, name: string) =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
