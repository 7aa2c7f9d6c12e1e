import type Stripe from 'stripe'
import { z } from 'zod'
import { holdsCardNumber } from './card-numbers.ts'
import { NO_CARD_NUMBERS } from './params.ts'
import { invalid } from './refusals.ts'
import { type TestCard, testCardNamed } from './test-cards.ts'

const line = z.string().max(500)
const lineOrNone = line.nullish()

const Address = z.object({
  city: lineOrNone,
  country: lineOrNone,
  line1: lineOrNone,
  line2: lineOrNone,
  postal_code: lineOrNone,
  state: lineOrNone,
})

const BrowserRequest = z.object({
  key: line.optional(),
  client_secret: line.optional(),
  /** A test card's name, `pm_card_visa`: numbers stay in the page. */
  card: line.optional(),
  payment_method: line.optional(),
  wallet: z.enum(['apple_pay', 'google_pay', 'link']).nullish(),
  exp_month: z.number().int().min(1).max(12).optional(),
  exp_year: z.number().int().min(2000).max(2100).optional(),
  billing_details: z
    .object({ name: lineOrNone, email: lineOrNone, phone: lineOrNone, address: Address.nullish() })
    .nullish(),
  shipping: z.object({ name: line, phone: lineOrNone, address: Address }).nullish(),
  receipt_email: lineOrNone,
  /** What Elements was made with: an intent of another amount is refused, as at Stripe. */
  expected: z
    .object({ amount: z.number().nullish(), currency: lineOrNone, setup_future_usage: lineOrNone })
    .nullish(),
  outcome: z.enum(['complete', 'fail']).optional(),
  token: z
    .object({
      name: line,
      address_line1: line,
      address_line2: line,
      address_city: line,
      address_state: line,
      address_zip: line,
      address_country: line,
    })
    .partial()
    .optional(),
})

export type BrowserForm = ReturnType<typeof readForm>

/** @throws Refusal for what cannot be read, and for anything that may be a card number. */
export function readForm(text: string) {
  if (holdsCardNumber(text)) throw invalid(NO_CARD_NUMBERS)
  const parsed = BrowserRequest.safeParse(jsonOf(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`Invalid ${issue?.path.join('.') || 'request'}.`, issue?.path.join('.'))
  }
  const form = parsed.data
  const card = form.card === undefined ? undefined : testCardNamed(form.card)
  return {
    key: form.key,
    clientSecret: form.client_secret,
    paymentMethod: form.payment_method,
    card,
    wallet: form.wallet ?? null,
    expiry: form.exp_month && form.exp_year ? { month: form.exp_month, year: form.exp_year } : null,
    billingDetails: billingDetails(form.billing_details),
    shipping: form.shipping && shippingDetails(form.shipping),
    receiptEmail: form.receipt_email ?? null,
    address: form.token ?? {},
    needCard: (): TestCard => card ?? refuseCard(),
    accepted: () => (form.outcome === undefined ? refuseOutcome() : form.outcome === 'complete'),
    refuseMismatch: (intent: Stripe.PaymentIntent) => refuseMismatch(intent, form.expected),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('Invalid JSON.')
  }
}

const refuseCard = (): never => {
  throw invalid('Your card number is invalid.', 'number', 'incorrect_number')
}
const refuseOutcome = (): never => {
  throw invalid('Missing required param: outcome.', 'outcome', 'parameter_missing')
}

type Expected = z.infer<typeof BrowserRequest>['expected']

function refuseMismatch(intent: Stripe.PaymentIntent, expected: Expected) {
  if (!expected) return
  const pairs = [
    ['amount', expected.amount, intent.amount],
    ['currency', expected.currency, intent.currency],
    ['setup_future_usage', expected.setup_future_usage ?? null, intent.setup_future_usage],
  ] as const
  for (const [name, given, real] of pairs) {
    if (given === undefined || given === real) continue
    throw invalid(
      `The provided ${name} (${given}) does not match the expected ${name} (${real}). Try confirming with a Payment Intent ` +
        'that is configured to use the same parameters as Stripe Elements.',
      name,
    )
  }
}

type GivenAddress = z.infer<typeof Address> | null | undefined

const address = (given: GivenAddress): Stripe.Address => ({
  city: given?.city ?? null,
  country: given?.country ?? null,
  line1: given?.line1 ?? null,
  line2: given?.line2 ?? null,
  postal_code: given?.postal_code ?? null,
  state: given?.state ?? null,
})

const billingDetails = (given: z.infer<typeof BrowserRequest>['billing_details']) => ({
  address: address(given?.address),
  email: given?.email ?? null,
  name: given?.name ?? null,
  phone: given?.phone ?? null,
  tax_id: null,
})

const shippingDetails = (given: NonNullable<z.infer<typeof BrowserRequest>['shipping']>) => ({
  address: address(given.address),
  carrier: null,
  name: given.name,
  phone: given.phone ?? null,
  tracking_number: null,
})
