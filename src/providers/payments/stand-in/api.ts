import { Hono } from 'hono'
import { listCharges, retrieveCharge } from './charges.ts'
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from './customers.ts'
import type { Desk } from './desk.ts'
import type { StandInOptions } from './index.ts'
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listCustomersMethods,
  listPaymentMethods,
  retrieveCustomersMethod,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts'
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts'
import { listEvents, retrieveEvent } from './retrieve-events.ts'
import { secretKeyDoor, unknownAddress } from './secret-key-door.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  retrieveSetupIntent,
  updateSetupIntent,
} from './setup-intents.ts'
import { retrieveToken } from './tokens.ts'

/** The part of Stripe's API that a shop of this kind needs. */
export function createApi(desk: Desk, options: StandInOptions): Hono {
  const api = new Hono()
  const by = secretKeyDoor(desk, options)

  api.post('/v1/payment_intents', by(createPaymentIntent))
  api.get('/v1/payment_intents', by(listPaymentIntents))
  api.get('/v1/payment_intents/:id', by(retrievePaymentIntent))
  api.post('/v1/payment_intents/:id', by(updatePaymentIntent))
  api.post('/v1/payment_intents/:id/confirm', by(confirmPaymentIntent))
  api.post('/v1/payment_intents/:id/cancel', by(cancelPaymentIntent))

  api.post('/v1/setup_intents', by(createSetupIntent))
  api.get('/v1/setup_intents', by(listSetupIntents))
  api.get('/v1/setup_intents/:id', by(retrieveSetupIntent))
  api.post('/v1/setup_intents/:id', by(updateSetupIntent))
  api.post('/v1/setup_intents/:id/confirm', by(confirmSetupIntent))
  api.post('/v1/setup_intents/:id/cancel', by(cancelSetupIntent))

  api.post('/v1/customers', by(createCustomer))
  api.get('/v1/customers', by(listCustomers))
  api.get('/v1/customers/:id', by(retrieveCustomer))
  api.post('/v1/customers/:id', by(updateCustomer))
  api.delete('/v1/customers/:id', by(deleteCustomer))
  api.get('/v1/customers/:customer/payment_methods', by(listCustomersMethods))
  api.get('/v1/customers/:customer/payment_methods/:id', by(retrieveCustomersMethod))

  api.post('/v1/payment_methods', by(createPaymentMethod))
  api.get('/v1/payment_methods', by(listPaymentMethods))
  api.get('/v1/payment_methods/:id', by(retrievePaymentMethod))
  api.post('/v1/payment_methods/:id', by(updatePaymentMethod))
  api.post('/v1/payment_methods/:id/attach', by(attachPaymentMethod))
  api.post('/v1/payment_methods/:id/detach', by(detachPaymentMethod))

  api.post('/v1/refunds', by(createRefund))
  api.get('/v1/refunds', by(listRefunds))
  api.get('/v1/refunds/:id', by(retrieveRefund))
  api.get('/v1/charges', by(listCharges))
  api.get('/v1/charges/:id', by(retrieveCharge))
  api.get('/v1/events', by(listEvents))
  api.get('/v1/events/:id', by(retrieveEvent))
  api.get('/v1/tokens/:id', by(retrieveToken))

  api.all('*', unknownAddress(desk))
  return api
}
