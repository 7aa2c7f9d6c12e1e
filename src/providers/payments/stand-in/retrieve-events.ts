import { listPage } from './lists.ts'
import { notFound } from './refusals.ts'
import { type Operation, ok } from './responses.ts'

export const retrieveEvent: Operation = (deps, params, id) => {
  params.refuseUnknown()
  const row = deps.store.find(id)
  if (row?.kind !== 'event') throw notFound('event', id)
  return ok(row.json)
}

export const listEvents: Operation = (deps, params) => {
  params.ignore('delivery_success')
  return listPage(deps, 'event', '/v1/events', params, {
    type: params.optional('type'),
    types: params.list('types'),
  })
}
