import { listPage } from './lists.ts'
import type { Operation } from './responses.ts'
import { retrieve } from './retrieve.ts'

export const retrieveCharge = retrieve('charge')

export const listCharges: Operation = (deps, params) => {
  const links = { paymentIntent: params.optional('payment_intent'), customer: params.optional('customer') }
  return listPage(deps, 'charge', '/v1/charges', params, links)
}
