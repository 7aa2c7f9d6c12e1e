import { expect, test } from 'vitest'
import shapes from '../stripe-shapes.json' with { type: 'json' }
import { charge, shop } from './shop.ts'

type Shape = string | { [name: string]: Shape }

/** In the current API version, but not in the published examples behind the shapes. */
const newer = [
  'allowed_payment_method_types',
  'allow_redirects',
  'payment_record',
  'risk_level',
  'risk_score',
  'electronic_commerce_indicator',
]
/** Only present when expanded. */
const onDemand = new Set(['charge.refunds'])

/** How a response differs from the published shape: missing keys, extra keys, other types. */
function differences(shape: Shape, value: unknown, path: string): string[] {
  if (onDemand.has(path) || value === null || shape === 'null') return []
  if (typeof shape === 'string')
    return kindOf(value) === shape ? [] : [`${path}: ${kindOf(value)}, not ${shape}`]
  if (Array.isArray(value) || typeof value !== 'object') return [`${path}: ${kindOf(value)}, not an object`]
  const fields = value as Record<string, unknown>
  const lacking = Object.keys(shape).filter((name) => !(name in fields) && !onDemand.has(`${path}.${name}`))
  const extra = Object.keys(fields).filter((name) => !(name in shape) && !newer.includes(name))
  return [
    ...lacking.map((name) => `${path}.${name} lacks`),
    ...extra.map((name) => `${path}.${name} is unknown`),
    ...Object.entries(shape).flatMap(([name, inner]) =>
      name in fields ? differences(inner, fields[name], `${path}.${name}`) : [],
    ),
  ]
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

async function examples() {
  const { stripe, page, received, standIn } = await shop()
  const address = { line1: '1912 Pike Pl', city: 'Seattle', state: 'WA', postal_code: '98101', country: 'US' }
  const customer = await stripe.customers.create({
    email: 'ana@example.com',
    address,
    shipping: { name: 'Ana', address },
  })
  const intent = await stripe.paymentIntents.create(
    charge('pm_card_visa', { customer: customer.id, setup_future_usage: 'off_session' }),
  )
  const token = await page('/tokens', { card: 'pm_card_visa', token: { name: 'Ana', address_zip: '98101' } })
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  await standIn.deliverDue()
  return {
    payment_intent: intent,
    setup_intent: await stripe.setupIntents.create({ customer: customer.id }),
    customer: customer,
    payment_method: await stripe.paymentMethods.retrieve(String(intent.payment_method)),
    charge: await stripe.charges.retrieve(String(intent.latest_charge)),
    refund,
    token: token.body,
    event: received[0]?.event,
  }
}

test("PAY-13 every resource has the keys and types of Stripe's published examples", async () => {
  const found = Object.entries(await examples()).flatMap(([name, resource]) => {
    const shape: Shape = shapes[name as keyof typeof shapes]
    // Through JSON, because the package adds `lastResponse` to what it returns.
    return differences(shape, JSON.parse(JSON.stringify(resource)), name)
  })
  expect(found).toEqual([])
})
