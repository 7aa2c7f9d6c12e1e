import type { Stripe } from '@stripe/stripe-js'
import { describe, expect, test } from 'vitest'
import { type Purchase, payBySavedCard } from '#islands/checkout/pay.ts'
import type { CheckoutProps } from '#islands/checkout/props.ts'
import { type CheckoutAction, openingState, paysBySavedCard, reduce } from '#islands/checkout/state.ts'
import { islandHtml } from '#islands/server.ts'
import type { CallResult } from '#islands/shared/api.ts'
import { atPayment } from './props.ts'

const savedCards = [
  { id: '7', name: 'Visa ending in 4242', expires: '09/2029' },
  { id: '9', name: 'Mastercard ending in 4444', expires: null },
]
const props = (over: Partial<CheckoutProps> = {}) => atPayment({ savedCards, ...over })
const { urls } = props()

describe('PAY-20 the HTML of the payment step', () => {
  const html = (over: Partial<CheckoutProps> = {}) => islandHtml('checkout', props(over))

  test('PAY-20 is a form that pays with the first card, without loading the provider', () => {
    const page = html()
    const [, formId] =
      /<form id="([^"]+)" class="checkout-form"[^>]* action="\/v1\/pay_with_saved_card"/.exec(page) ?? []
    expect(
      page.match(new RegExp(`<input type="radio"[^>]* form="${formId}"[^>]* name="card_id"`, 'g')),
    ).toHaveLength(3)
    expect(page).toContain('name="shown_total_cents" value="11945"')
    expect(page).toContain('>Pay $119.45</button>')
    expect(page).not.toContain('Loading the payment form')
  })

  test('PAY-20 explains what a recurring box does with the card, and asks for none if there is nothing to pay', () => {
    expect(html({ flow: 'sub-paid' })).toContain('charge this card for future boxes')
    const free = html({ flow: 'alc-free', totalCents: 0 })
    expect(free).not.toContain('card_id')
    expect(free).toContain('action="/v1/stripe_confirm_stripeless"')
  })
})

describe('PAY-20 the state of the payment step', () => {
  const play = (...actions: CheckoutAction[]) => actions.reduce(reduce, openingState(props()))
  const phase = (state: ReturnType<typeof play>) => state.stage.step === 'payment' && state.stage.payment

  test('PAY-20 a declined saved card can be tried again at once, with the reason beside the button', () => {
    const refused = play(
      { type: 'pay_started' },
      { type: 'pay_refused', message: 'Declined.', code: 'declined' },
    )
    expect(phase(refused)).toEqual({ phase: 'preparing', problem: 'Declined.' })
    expect(phase(reduce(refused, { type: 'pay_started' }))).toEqual({ phase: 'paying', intent: null })
  })

  test('PAY-20 choosing another card clears the reason, and a new card shows its fields', () => {
    const refused = play(
      { type: 'pay_started' },
      { type: 'pay_refused', message: 'Declined.', code: 'declined' },
    )
    const changed = reduce(refused, { type: 'card_chosen', cardId: null })
    expect(phase(changed)).toEqual({ phase: 'preparing', problem: null })
    expect([paysBySavedCard(refused), paysBySavedCard(changed)]).toEqual([true, false])
  })

  test('PAY-20 an unusable card leaves the list, and no other is selected', () => {
    const message = 'Please choose another card.'
    const state = play({ type: 'pay_started' }, { type: 'pay_refused', message, code: 'card_unusable' })
    expect(state).toMatchObject({ savedCards: [savedCards[1]], cardId: null })
    expect(phase(state)).toEqual({ phase: 'preparing', problem: message })
  })

  test('PAY-20 a rejection that an earlier step can fix opens that step', () => {
    const state = play(
      { type: 'pay_started' },
      { type: 'pay_refused', message: 'Full.', code: 'date_unavailable' },
    )
    expect(state.stage).toMatchObject({ step: 'date', problem: 'Full.' })
  })
})

describe('PAY-20 paying', () => {
  /** @param bank the result of the authentication; without one, it must not be requested */
  async function payWith(answer: Partial<CallResult>, bank?: { error?: object }, payment_status = 'failed') {
    const asked: unknown[] = []
    const purchase: Purchase = {
      orderToken: 'order-token',
      shownCents: 11_945,
      shownGiftCents: 500,
      termsAccepted: true,
      urls,
      origin: 'https://shop.example',
      call: async (url, body) => {
        asked.push([url, body])
        return { ok: true, isReadable: true, body: {}, ...answer }
      },
      look: async (url) => {
        asked.push(url)
        return { ok: true, isReadable: true, body: { payment_status } }
      },
    }
    const handleNextAction = async (question: object) => {
      asked.push(question)
      return bank
    }
    const outcome = await payBySavedCard('7', purchase, async () => {
      if (!bank) throw new Error('the provider is not needed')
      return { handleNextAction } as unknown as Stripe
    })
    return { outcome, asked }
  }

  const waiting = { body: { client_secret: 'pi_1_secret', url: '/order/order-token/payment-status' } }

  test("PAY-20 sends our id of the card and the total on the button, and follows the shop's URL", async () => {
    const { outcome, asked } = await payWith({ body: { url: '/order/order-token/confirmation' } })
    expect(outcome).toEqual({ kind: 'redirect', url: '/order/order-token/confirmation' })
    const body = {
      order_token: 'order-token',
      card_id: '7',
      terms_of_service: true,
      shown_total_cents: 11_945,
      shown_gift_cents: 500,
    }
    expect(asked).toEqual([['/v1/pay_with_saved_card', body]])
  })

  test('PAY-20 authenticates with the bank before the status page', async () => {
    const { outcome, asked } = await payWith(waiting, {})
    expect(outcome).toEqual({ kind: 'redirect', url: '/order/order-token/payment-status' })
    expect(asked.at(-1)).toEqual({ clientSecret: 'pi_1_secret' })
  })

  test('PAY-20 a failed authentication is reported after the shop has been told', async () => {
    const error = { code: 'payment_intent_authentication_failure', message: 'Not you.' }
    const { outcome, asked } = await payWith(waiting, { error })
    expect(outcome).toMatchObject({ kind: 'refused', isDeclined: true })
    expect(outcome).toMatchObject({ message: 'Not you. Nothing was charged, and your box is saved.' })
    expect(asked.at(-1)).toBe(urls.paymentStatus)
  })

  test('PAY-20 an authentication left open while another tab paid leads to the confirmation', async () => {
    const error = { type: 'invalid_request_error', message: 'This PaymentIntent is not waiting.' }
    const { outcome } = await payWith(waiting, { error }, 'succeeded')
    expect(outcome).toEqual({ kind: 'redirect', url: urls.confirmation })
  })

  test.each([
    [{ code: 'order_placed' }, { kind: 'redirect', url: urls.confirmation }],
    [{ code: 'empty' }, { kind: 'redirect', url: urls.cart }],
    [
      { code: 'declined', message: 'No.' },
      { kind: 'refused', message: 'No.', isDeclined: true },
    ],
    [
      { code: 'card_unusable', message: 'No.' },
      { kind: 'refused', code: 'card_unusable', isDeclined: false },
    ],
    [{ code: 'x', url: '/checkout/order-token?payment=failed' }, { kind: 'redirect' }],
  ])('PAY-20 the rejection %o redirects or is shown', async (body, outcome) => {
    expect((await payWith({ ok: false, body })).outcome).toMatchObject(outcome)
  })
})
