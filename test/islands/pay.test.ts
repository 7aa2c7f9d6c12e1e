import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { type PayOutcome, type Purchase, pay, placeFreeOrder } from '#islands/checkout/pay.ts'
import type { CallResult } from '#islands/shared/api.ts'
import { propsOf } from './props.ts'

const { urls } = propsOf()
const ok = (body: Record<string, unknown>): CallResult => ({ ok: true, isReadable: true, body })
const no = (body: Record<string, unknown>): CallResult => ({ ok: false, isReadable: true, body })
const unreadable: CallResult = { ok: false, isReadable: false, body: {} }

const validated = ok({ message: 'ok', total_cents: 11_945 })
const intended = ok({
  flow: 'alc-paid',
  clientSecret: 'pi_1_secret',
  amount_cents: 11_945,
  defaultValues: {},
})

type Told = {
  submit?: object
  confirm?: object
  setup?: object
  validate?: CallResult
  intent?: CallResult
  stripeless?: CallResult
}

/** A fake Stripe and shop that record the calls in order. */
function till({
  submit = {},
  confirm = { paymentIntent: { id: 'pi_1', status: 'succeeded' } },
  setup = { setupIntent: { id: 'seti_1', status: 'succeeded' } },
  ...told
}: Told = {}) {
  const asked: string[] = []
  const answers: Record<string, CallResult> = {
    [urls.validate]: told.validate ?? validated,
    [urls.intent]: told.intent ?? intended,
    [urls.confirmStripeless]:
      told.stripeless ?? ok({ message: 'ok', url: '/order/order-token/confirmation' }),
  }
  const note = (what: string, answer: object) => {
    asked.push(what)
    return Promise.resolve(answer)
  }
  const elements = { submit: () => note('submit', submit) } as unknown as StripeElements
  const stripe = {
    confirmPayment: () => note('confirm', confirm),
    confirmSetup: () => note('confirm setup', setup),
  } as unknown as Stripe
  const purchase: Purchase = {
    orderToken: 'order-token',
    shownCents: 11_945,
    shownGiftCents: 0,
    termsAccepted: true,
    urls,
    origin: 'https://shop.example',
    call: (url) => note(url, answers[url] ?? unreadable) as Promise<CallResult>,
    look: (url) => note(url, ok({ payment_status: 'failed' })) as Promise<CallResult>,
  }
  return { asked, purchase, stripe, elements }
}

test('PAY-8 PAY-9 submits the fields, validates the order, gets the intent, then confirms', async () => {
  const { asked, purchase, ...desk } = till()
  expect(await pay(desk, purchase)).toEqual({
    kind: 'redirect',
    url: '/order/order-token/payment-status?payment_intent_id=pi_1',
  })
  expect(asked).toEqual(['submit', urls.validate, urls.intent, 'confirm'])
})

test('PAY-8 an order rejected by the server never reaches the provider', async () => {
  const { asked, purchase, ...desk } = till({ validate: no({ message: 'Sold out.', code: 'sold_out' }) })
  expect(await pay(desk, purchase)).toEqual({
    kind: 'refused',
    message: 'Sold out.',
    code: 'sold_out',
    isDeclined: false,
  })
  expect(asked).not.toContain('confirm')
})

test('PRC-1 never charges a total other than the one on the button', async () => {
  for (const told of [
    { validate: ok({ total_cents: 12_000 }) },
    { intent: ok({ ...intended.body, amount_cents: 12_000 }) },
  ]) {
    const { asked, purchase, ...desk } = till(told)
    expect(await pay(desk, purchase)).toMatchObject({ kind: 'refused', code: 'total_changed' })
    expect(asked).not.toContain('confirm')
  }
})

test('PAY-9 a confirm error shows the provider’s message, or the fallback without one', async () => {
  const { asked, purchase, ...desk } = till({
    confirm: { error: { type: 'card_error', message: 'Your card was declined.', code: 'card_declined' } },
  })
  expect(await pay(desk, purchase)).toMatchObject({
    kind: 'refused',
    message: 'Your card was declined. Nothing was charged, and your box is saved.',
    isDeclined: true,
  })
  expect(asked.at(-1)).toBe(urls.paymentStatus) // so that the shop ends its charge, too

  const lost = till({ confirm: { error: { type: 'api_connection_error', message: 'We lost the line.' } } })
  expect(await pay(lost, lost.purchase)).toMatchObject({ message: 'We lost the line.' })

  const mute = till({ confirm: { error: {} } })
  expect(await pay(mute, mute.purchase)).toMatchObject({
    message: "We're sorry, we weren't able to complete your order. Please try again.",
  })
})

test('PAY-9 an element error is reported at the top', async () => {
  const { asked, purchase, ...desk } = till({
    submit: { error: { message: 'Your card number is incomplete.' } },
  })
  expect(await pay(desk, purchase)).toEqual({ kind: 'broken', message: 'Your card number is incomplete.' })
  expect(asked).toEqual(['submit'])
})

test('PAY-9 an unreadable response shows the parse-failure message', async () => {
  const { purchase, ...desk } = till({ validate: unreadable })
  expect(await pay(desk, purchase)).toMatchObject({
    kind: 'refused',
    message: 'There was a problem communicating with our payment provider. Please try again.',
  })
})

test('PAY-11 a free order is validated and placed without the provider', async () => {
  const { asked, purchase } = till({ validate: ok({ total_cents: 0 }) })
  expect(await placeFreeOrder({ ...purchase, shownCents: 0 })).toEqual({
    kind: 'redirect',
    url: '/order/order-token/confirmation',
  })
  expect(asked).toEqual([urls.validate, urls.confirmStripeless])
})

test('PAY-12 an order already placed redirects to its confirmation', async () => {
  const { purchase, ...desk } = till({ validate: no({ message: 'Placed.', code: 'order_placed' }) })
  expect(await pay(desk, purchase)).toEqual({ kind: 'redirect', url: '/order/order-token/confirmation' })
})

test('PAY-4 PAY-9 a membership that costs nothing now saves the card with a SetupIntent, not a payment', async () => {
  const free = { total_cents: 0, amount_cents: 0 }
  const { asked, purchase, ...desk } = till({
    validate: ok(free),
    intent: ok({ ...free, flow: 'sub-free', clientSecret: 'seti_1_secret' }),
  })
  expect(await pay(desk, { ...purchase, shownCents: 0 })).toEqual({
    kind: 'redirect',
    url: '/order/order-token/payment-status?payment_intent_id=seti_1',
  })
  expect(asked.at(-1)).toBe('confirm setup')
})

test('PAY-6 wallet details are saved and validated first, and a wallet payment rejected then is never charged', async () => {
  const { asked, purchase, ...desk } = till()
  const told = (outcome: PayOutcome | null) => async () => {
    asked.push('hand over')
    return outcome
  }
  await pay(desk, { ...purchase, saveBuyer: told(null) })
  expect(asked).toEqual(['submit', 'hand over', urls.validate, urls.intent, 'confirm'])

  asked.length = 0
  const refused: PayOutcome = { kind: 'refused', message: 'A PO box.', code: 'po_box', isDeclined: false }
  expect(await pay(desk, { ...purchase, saveBuyer: told(refused) })).toBe(refused)
  expect(asked).toEqual(['submit', 'hand over'])
})
