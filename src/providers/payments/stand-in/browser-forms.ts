import type Stripe from 'stripe'
import { z } from 'zod'
import { holdsCardNumber } from './card-numbers.ts'
import { NO_CARD_NUMBERS } from './params.ts'
import { invalid } from './refusals.ts'
import { type TestCard, testCardByName } from './test-cards.ts'

const line = z.string().max(500)
const optionalLine = line.nullish()

const Address = z.object({
  city: optionalLine,
  country: optionalLine,
  line1: optionalLine,
  line2: optionalLine,
  postal_code: optionalLine,
  state: optionalLine,
})

const BrowserRequest = z.object({
  key: line.optional(),
  client_secret: line.optional(),
  /** The name of a test card, such as `pm_card_visa`. Card numbers never leave the page. */
  card: line.optional(),
  payment_method: line.optional(),
  wallet: z.enum(['apple_pay', 'google_pay', 'link']).nullish(),
  exp_month: z.number().int().min(1).max(12).optional(),
  exp_year: z.number().int().min(2000).max(2100).optional(),
  billing_details: z
    .object({ name: optionalLine, email: optionalLine, phone: optionalLine, address: Address.nullish() })
    .nullish(),
  shipping: z.object({ name: line, phone: optionalLine, address: Address }).nullish(),
  receipt_email: optionalLine,
  /** What Elements was created with. Like Stripe, we refuse an intent with another amount. */
  expected: z
    .object({ amount: z.number().nullish(), currency: optionalLine, setup_future_usage: optionalLine })
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

/** @throws Refusal for an invalid request, and for anything that looks like a card number. */
export function readForm(text: string) {
  if (holdsCardNumber(text)) throw invalid(NO_CARD_NUMBERS)
  const parsed = BrowserRequest.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`Invalid ${issue?.path.join('.') || 'request'}.`, issue?.path.join('.'))
  }
  const form = parsed.data
  const card = form.card === undefined ? undefined : testCardByName(form.card)
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
    requireCard: (): TestCard => card ?? refuseCard(),
    accepted: () => (form.outcome === undefined ? refuseOutcome() : form.outcome === 'complete'),
    refuseMismatch: (intent: Stripe.PaymentIntent) => refuseMismatch(intent, form.expected),
  }
}

function parseJson(text: string): unknown {
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
  for (const [name, shown, actual] of pairs) {
    if (shown === undefined || shown === actual) continue
    throw invalid(
      `The provided ${name} (${shown}) does not match the expected ${name} (${actual}). Try confirming with a Payment Intent ` +
        'that is configured to use the same parameters as Stripe Elements.',
      name,
    )
  }
}

type AddressInput = z.infer<typeof Address> | null | undefined

const address = (input: AddressInput): Stripe.Address => ({
  city: input?.city ?? null,
  country: input?.country ?? null,
  line1: input?.line1 ?? null,
  line2: input?.line2 ?? null,
  postal_code: input?.postal_code ?? null,
  state: input?.state ?? null,
})

const billingDetails = (input: z.infer<typeof BrowserRequest>['billing_details']) => ({
  address: address(input?.address),
  email: input?.email ?? null,
  name: input?.name ?? null,
  phone: input?.phone ?? null,
  tax_id: null,
})

const shippingDetails = (input: NonNullable<z.infer<typeof BrowserRequest>['shipping']>) => ({
  address: address(input.address),
  carrier: null,
  name: input.name,
  phone: input.phone ?? null,
  tracking_number: null,
})
