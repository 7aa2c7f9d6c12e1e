import { expect, test } from 'vitest'
import type { Intent } from '#islands/checkout/responses.ts'
import { type CheckoutAction, type CheckoutState, openingState, reduce } from '#islands/checkout/state.ts'
import { assertDay } from '#src/day.ts'
import { atPayment, dates, emptyAddress, propsOf, seattle } from './props.ts'

const intent: Intent = {
  flow: 'alc-paid',
  clientSecret: 'pi_1_secret',
  amountCents: 11_945,
  billingDetails: undefined,
}
const tuesday = assertDay('2026-11-24')

const play = (state: CheckoutState, ...actions: CheckoutAction[]) => actions.reduce(reduce, state)
const paying = () => play(openingState(atPayment()), { type: 'prepared', intent }, { type: 'pay_started' })

test('PAY-1 saving the email opens the address, the address opens the date, and the date the payment', () => {
  const start = openingState(propsOf())
  const addressed = play(start, { type: 'saving' }, { type: 'email_saved', email: 'ana@example.com' })
  expect(addressed.stage).toMatchObject({ step: 'address', isSaving: false, problem: null, isAsking: false })

  const dated = play(addressed, { type: 'address_saved', delivery: seattle, dates, arrivesOn: tuesday })
  expect(dated).toMatchObject({ delivery: seattle, arrivesOn: tuesday, stage: { step: 'date' } })
  expect(play(dated, { type: 'step_opened', step: 'payment' }).stage).toEqual({
    step: 'payment',
    payment: { phase: 'preparing', problem: null },
  })
})

test('PAY-1 correcting the email of a complete order returns to the payment', () => {
  const state = play(
    openingState(atPayment()),
    { type: 'step_opened', step: 'email' },
    { type: 'email_saved', email: 'b@x.co' },
  )
  expect(state).toMatchObject({ email: 'b@x.co', stage: { step: 'payment' } })
})

test("PAY-2 a rejected email stays open with the server's reason", () => {
  const problem = { message: 'Please enter a valid email address.', html: null }
  expect(play(openingState(propsOf()), { type: 'saving' }, { type: 'email_refused', problem }).stage).toEqual(
    {
      step: 'email',
      isSaving: false,
      problem,
    },
  )
})

test('PAY-3 editing the address withdraws a choice offered for it, but not a plain rejection', () => {
  const choice = { type: 'unconfirmed', message: 'Which unit?' } as const
  const asked = play(openingState(propsOf()), { type: 'address_refused', problem: choice, typed: seattle })
  expect(asked).toMatchObject({ delivery: seattle, stage: { step: 'address', problem: choice } })
  expect(play(asked, { type: 'address_edited', gift: null }).stage).toMatchObject({ problem: null })

  const plain = {
    type: null,
    message: 'Please enter a 5 digit zip code',
    fields: ['zip' as const],
  } as const
  const refused = play(asked, {
    type: 'address_refused',
    problem: { ...plain, fields: ['zip'] },
    typed: emptyAddress,
  })
  expect(play(refused, { type: 'address_edited', gift: null }).stage).toMatchObject({ problem: plain })
})

test('PAY-3 a rejected date shows the days as they are now', () => {
  const chosen = play(openingState(atPayment({ step: 'date' })), {
    type: 'date_chosen',
    arrivesOn: assertDay('2026-12-02'),
  })
  expect(chosen).toMatchObject({ arrivesOn: '2026-12-02', stage: { isSaving: true } })
  const refused = play(chosen, { type: 'date_refused', message: 'Taken.', dates: [], arrivesOn: tuesday })
  expect(refused).toMatchObject({
    dates: [],
    arrivesOn: tuesday,
    stage: { isSaving: false, problem: 'Taken.' },
  })
})

test('CAL-4 PRC-3 a code entered beside the calendar updates the prices of the days, and the step stays as is', () => {
  const choosing = play(openingState(propsOf()), {
    type: 'address_saved',
    delivery: seattle,
    dates,
    arrivesOn: tuesday,
  })
  const free = dates.map((day) => ({ ...day, shipping_cents: day.ok ? 0 : null }))
  const renewed = play(choosing, { type: 'dates_refreshed', dates: free, arrivesOn: tuesday })
  expect(renewed).toEqual({ ...choosing, dates: free, arrivesOn: tuesday })
})

test('PAY-7 details are complete only when the provider says so', () => {
  const entering = play(openingState(atPayment()), { type: 'prepared', intent })
  expect(entering.stage).toMatchObject({ payment: { phase: 'entering', isComplete: false } })
  expect(play(entering, { type: 'details_changed', isComplete: true }).stage).toMatchObject({
    payment: { isComplete: true },
  })
})

test('PAY-9 a second click on Pay is the same payment', () => {
  const once = paying()
  expect(play(once, { type: 'pay_started' })).toEqual(once)
})

test('PAY-9 after a decline the details stay, and paying again takes one click', () => {
  const state = play(paying(), {
    type: 'pay_refused',
    message: 'Your card was declined.',
    code: 'card_declined',
  })
  expect(state.stage).toEqual({
    step: 'payment',
    payment: { phase: 'entering', intent, isComplete: true, problem: 'Your card was declined.' },
  })
})

test('PAY-9 a failed element shows a flash at the top and stops the spinner', () => {
  const state = play(paying(), { type: 'flash_shown', message: 'The form broke.' })
  expect(state).toMatchObject({
    flash: { message: 'The form broke.' },
    stage: { payment: { phase: 'entering', isComplete: true } },
  })
})

test('PAY-8 a rejection before paying opens the step that it is about', () => {
  const refused = (code: string) => play(paying(), { type: 'pay_refused', message: 'No.', code }).stage
  expect(refused('date_unavailable')).toEqual({ step: 'date', isSaving: false, problem: 'No.' })
  expect(refused('date_changed')).toEqual({ step: 'date', isSaving: false, problem: 'No.' })
  expect(refused('address_missing')).toMatchObject({
    step: 'address',
    problem: { type: null, message: 'No.' },
  })
  expect(refused('email_missing')).toMatchObject({ step: 'email', problem: { message: 'No.' } })
  expect(refused('sold_out')).toMatchObject({
    step: 'payment',
    payment: { phase: 'entering', problem: 'No.' },
  })
})

test('PAY-4 a new amount is shown without losing what was entered', () => {
  const refused = play(paying(), { type: 'pay_refused', message: 'Changed.', code: 'price_changed' })
  const state = play(refused, { type: 'prepared', intent: { ...intent, amountCents: 12_345 } })
  expect(state).toMatchObject({
    totalCents: 12_345,
    stage: { payment: { isComplete: true, problem: 'Changed.' } },
  })
})

test('PAY-8 a refusal that only the cart can mend leads there, also with the next intent; another refusal does not', () => {
  const entering = play(openingState(atPayment()), { type: 'prepared', intent })
  const refused = (code: string) =>
    play(
      entering,
      { type: 'pay_started' },
      { type: 'pay_refused', message: 'No.', code },
      { type: 'prepared', intent },
    ).stage
  for (const code of ['sold_out', 'below_minimum', 'too_large', 'promotion'])
    expect(refused(code)).toMatchObject({ payment: { problem: 'No.', isInCart: true } })
  expect(refused('price_changed')).toMatchObject({ payment: { problem: 'No.', isInCart: undefined } })
})

test('a late event from the provider does not reopen a step that was left', () => {
  const left = play(openingState(atPayment()), { type: 'step_opened', step: 'address' })
  expect(play(left, { type: 'prepared', intent })).toEqual(left)
})

test('PAY-3 a question stays open until dismissed, and then its message stays until the address is edited', () => {
  const problem = { type: 'no_eligible_shipping_days', message: 'No day.' } as const
  const asked = play(openingState(propsOf()), { type: 'address_refused', problem, typed: seattle })
  expect(asked.stage).toMatchObject({ isAsking: true, problem })
  const left = play(asked, { type: 'question_dismissed' })
  expect(left.stage).toMatchObject({ isAsking: false, problem })
  expect(play(left, { type: 'address_edited', gift: null }).stage).toMatchObject({
    isAsking: false,
    problem: null,
  })
  expect(play(left, { type: 'address_refused', problem, typed: seattle }).stage).toMatchObject({
    isAsking: true,
  })
})

test('PAY-6 a wallet rejection shows on the page, at the step that can fix it', () => {
  const start = openingState(propsOf())
  const problem = { type: 'unconfirmed', message: 'Which unit?' } as const
  const told = play(
    start,
    { type: 'email_provided', email: 'ana@example.com' },
    { type: 'address_refused', problem, typed: seattle, isQuiet: true },
  )
  expect(told).toMatchObject({
    email: 'ana@example.com',
    delivery: seattle,
    stage: { step: 'address', problem, isAsking: false },
  })

  const whole = play(start, { type: 'buyer_saved', delivery: seattle, dates, arrivesOn: tuesday })
  const refused = (code: string) => play(whole, { type: 'wallet_refused', message: 'No.', code })
  expect(refused('card_declined')).toMatchObject({ flash: { message: 'No.' }, stage: { step: 'date' } })
  expect(refused('terms_required')).toMatchObject({ flash: { message: 'No.' }, stage: { step: 'payment' } })
  expect(refused('date_unavailable')).toMatchObject({
    flash: { message: 'No.' },
    stage: { step: 'date', problem: 'No.' },
  })
})

test('PAY-8 a wallet rejected for what sold out leads to the cart until the next message; another does not', () => {
  const start = openingState(atPayment())
  const refused = (code: string) => play(start, { type: 'wallet_refused', message: 'No.', code })
  expect(refused('sold_out').flash).toEqual({ message: 'No.', isInCart: true })
  expect(refused('card_declined').flash?.isInCart).toBeUndefined()
  const later = play(refused('sold_out'), { type: 'flash_shown', message: 'The form broke.' })
  expect(later.flash).toEqual({ message: 'The form broke.' })
})

test('PAY-6 a wallet rejected for the terms keeps the card details already entered', () => {
  const entering = play(openingState(atPayment()), { type: 'prepared', intent })
  const refused = play(entering, { type: 'wallet_refused', message: 'Agree.', code: 'terms_required' })
  expect(refused.stage).toEqual(entering.stage)
})

test('PAY-4 the flow follows changes beside the steps, and details stay complete as long as their fields stay', () => {
  const filled = play(
    openingState(atPayment()),
    { type: 'prepared', intent },
    { type: 'details_changed', isComplete: true },
  )
  const next = (flow: Intent['flow']) => play(filled, { type: 'prepared', intent: { ...intent, flow } })
  expect(next('sub-paid')).toMatchObject({ flow: 'sub-paid', stage: { payment: { isComplete: true } } })
  const free = next('alc-free')
  expect(free).toMatchObject({ flow: 'alc-free', stage: { payment: { isComplete: true } } })
  expect(play(free, { type: 'prepared', intent }).stage).toMatchObject({ payment: { isComplete: false } })
  expect(
    play(filled, {
      type: 'repriced',
      flow: 'sub-free',
      period: 'two_weeks',
      totalCents: 0,
      giftCents: 11_945,
    }),
  ).toMatchObject({
    flow: 'sub-free',
    period: 'two_weeks',
    totalCents: 0,
    giftCents: 11_945,
  })
})
