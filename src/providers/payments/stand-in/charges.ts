import { type Act, ok } from './answers.ts'
import { kept } from './kept.ts'
import { listed } from './lists.ts'

export const retrieveCharge: Act = (desk, params, id) => {
  params.refuseUnknown()
  return ok(kept(desk, 'charge', id))
}

export const listCharges: Act = (desk, params) => {
  const links = { paymentIntent: params.given('payment_intent'), customer: params.given('customer') }
  return listed(desk, 'charge', '/v1/charges', params, links)
}
