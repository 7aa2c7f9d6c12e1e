import { type Act, ok } from './answers.ts'
import { listed } from './lists.ts'
import { missing } from './refusals.ts'

export const retrieveEvent: Act = (desk, params, id) => {
  params.refuseUnknown()
  const row = desk.store.find(id)
  if (row?.kind !== 'event') throw missing('event', id)
  return ok(row.json)
}

export const listEvents: Act = (desk, params) => {
  params.ignore('delivery_success')
  return listed(desk, 'event', '/v1/events', params, {
    type: params.given('type'),
    types: params.list('types'),
  })
}
