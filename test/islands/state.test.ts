import { expect, test } from 'vitest'
import type { Intent } from '#islands/checkout/answers.ts'
import { type CheckoutAction, type CheckoutState, openingState, reduce } from '#islands/checkout/state.ts'
import { knownDay } from '#src/day.ts'
import { atPayment, dates, emptyAddress, propsOf, seattle } from './props.ts'

const intent: Intent = {
  flow: 'alc-paid',
  clientSecret: 'pi_1_secret',
  amountCents: 11_945,
  billingDetails: undefined,
}
const tuesday = knownDay('2026-11-24')

const play = (state: CheckoutState, ...actions: CheckoutAction[]) => actions.reduce(reduce, state)
const paying = () => play(openingState(atPayment()), { type: 'prepared', intent }, { type: 'pay_started' })

test('PAY-1 email opens the address, a saved address the date, a date the payment', () => {
  const start = openingState(propsOf())
  const addressed = play(start, { type: 'saving' }, { type: 'email_saved', email: 'ana@example.com' })
  expect(addressed.stage).toEqual({ step: 'address', saving: false, problem: null })

  const dated = play(addressed, { type: 'address_saved', delivery: seattle, dates, arrivesOn: tuesday })
  expect(dated).toMatchObject({ delivery: seattle, arrivesOn: tuesday, stage: { step: 'date' } })
  expect(play(dated, { type: 'opened', step: 'payment' }).stage).toEqual({
    step: 'payment',
    payment: { phase: 'preparing', problem: null },
  })
})

test('PAY-1 mending the email of an order that has everything leads back to the payment', () => {
  const state = play(
    openingState(atPayment()),
    { type: 'opened', step: 'email' },
    { type: 'email_saved', email: 'b@x.co' },
  )
  expect(state).toMatchObject({ email: 'b@x.co', stage: { step: 'payment' } })
})

test('PAY-2 a refused email stays open with the reason of the server', () => {
  const problem = { message: 'Please enter a valid email address.', html: null }
  expect(play(openingState(propsOf()), { type: 'saving' }, { type: 'email_refused', problem }).stage).toEqual(
    {
      step: 'email',
      saving: false,
      problem,
    },
  )
})

test('PAY-3 a choice offered for an address is withdrawn when the address is typed over; a plain refusal stays', () => {
  const choice = { kind: 'unconfirmed', message: 'Which unit?' } as const
  const asked = play(openingState(propsOf()), { type: 'address_refused', problem: choice, typed: seattle })
  expect(asked).toMatchObject({ delivery: seattle, stage: { step: 'address', problem: choice } })
  expect(play(asked, { type: 'address_edited' }).stage).toMatchObject({ problem: null })

  const plain = {
    kind: 'plain',
    message: 'Please enter a 5 digit zip code',
    fields: ['zip' as const],
  } as const
  const refused = play(asked, {
    type: 'address_refused',
    problem: { ...plain, fields: ['zip'] },
    typed: emptyAddress,
  })
  expect(play(refused, { type: 'address_edited' }).stage).toMatchObject({ problem: plain })
})

test('PAY-3 a refused date shows the days as they are now', () => {
  const chosen = play(openingState(atPayment({ step: 'date' })), {
    type: 'date_chosen',
    arrivesOn: knownDay('2026-12-02'),
  })
  expect(chosen).toMatchObject({ arrivesOn: '2026-12-02', stage: { saving: true } })
  const refused = play(chosen, { type: 'date_refused', message: 'Taken.', dates: [], arrivesOn: tuesday })
  expect(refused).toMatchObject({
    dates: [],
    arrivesOn: tuesday,
    stage: { saving: false, problem: 'Taken.' },
  })
})

test('PAY-7 details are complete only when the provider says so', () => {
  const entering = play(openingState(atPayment()), { type: 'prepared', intent })
  expect(entering.stage).toMatchObject({ payment: { phase: 'entering', complete: false } })
  expect(play(entering, { type: 'details_changed', complete: true }).stage).toMatchObject({
    payment: { complete: true },
  })
})

test('PAY-9 a second click on Pay is the same payment', () => {
  const once = paying()
  expect(play(once, { type: 'pay_started' })).toEqual(once)
})

test('PAY-9 after a decline the details stand and paying again is one click', () => {
  const state = play(paying(), {
    type: 'pay_refused',
    message: 'Your card was declined.',
    code: 'card_declined',
  })
  expect(state.stage).toEqual({
    step: 'payment',
    payment: { phase: 'entering', intent, complete: true, problem: 'Your card was declined.' },
  })
})

test('PAY-9 a failed element gives a flash at the top and stops the loading', () => {
  const state = play(paying(), { type: 'flashed', message: 'The form broke.' })
  expect(state).toMatchObject({
    flash: 'The form broke.',
    stage: { payment: { phase: 'entering', complete: true } },
  })
})

test('PAY-8 a refusal before paying opens the step that it is about', () => {
  const refused = (code: string) => play(paying(), { type: 'pay_refused', message: 'No.', code }).stage
  expect(refused('date_unavailable')).toEqual({ step: 'date', saving: false, problem: 'No.' })
  expect(refused('address_missing')).toMatchObject({
    step: 'address',
    problem: { kind: 'plain', message: 'No.' },
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
    stage: { payment: { complete: true, problem: 'Changed.' } },
  })
})

test('late news from the provider does not reopen a step that was left', () => {
  const left = play(openingState(atPayment()), { type: 'opened', step: 'address' })
  expect(play(left, { type: 'prepared', intent })).toEqual(left)
})
