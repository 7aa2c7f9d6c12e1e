import { listPage } from './lists.ts'
import { loadJson } from './resources.ts'
import { type Operation, ok } from './responses.ts'

export const retrieveCharge: Operation = (deps, params, id) => {
  params.refuseUnknown()
  return ok(loadJson(deps, 'charge', id))
}

export const listCharges: Operation = (deps, params) => {
  const links = { paymentIntent: params.optional('payment_intent'), customer: params.optional('customer') }
  return listPage(deps, 'charge', '/v1/charges', params, links)
}
