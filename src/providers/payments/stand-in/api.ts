import { Hono } from 'hono'
import { retrieveAccount } from './accounts.ts'
import {
  listBalanceTransactions,
  listPayouts,
  retrieveBalanceTransaction,
  retrievePayout,
} from './balance.ts'
import { listCharges, retrieveCharge } from './charges.ts'
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from './customers.ts'
import type { Deps } from './deps.ts'
import {
  closeDispute,
  listDisputes,
  listFraudWarnings,
  retrieveDispute,
  retrieveFraudWarning,
  updateDispute,
} from './disputes.ts'
import { capturePaymentIntent } from './holds.ts'
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
  listCustomerMethods,
  listPaymentMethods,
  retrieveCustomerMethod,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts'
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts'
import { listEvents, retrieveEvent } from './retrieve-events.ts'
import { secretKeyHandler, unknownRoute } from './secret-key-handler.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  retrieveSetupIntent,
  updateSetupIntent,
} from './setup-intents.ts'
import { retrieveToken } from './tokens.ts'

export function createApi(deps: Deps, options: StandInOptions): Hono {
  const api = new Hono()
  const handle = secretKeyHandler(deps, options)

  api.post('/v1/payment_intents', handle(createPaymentIntent))
  api.get('/v1/payment_intents', handle(listPaymentIntents))
  api.get('/v1/payment_intents/:id', handle(retrievePaymentIntent))
  api.post('/v1/payment_intents/:id', handle(updatePaymentIntent))
  api.post('/v1/payment_intents/:id/confirm', handle(confirmPaymentIntent))
  api.post('/v1/payment_intents/:id/capture', handle(capturePaymentIntent))
  api.post('/v1/payment_intents/:id/cancel', handle(cancelPaymentIntent))

  api.post('/v1/setup_intents', handle(createSetupIntent))
  api.get('/v1/setup_intents', handle(listSetupIntents))
  api.get('/v1/setup_intents/:id', handle(retrieveSetupIntent))
  api.post('/v1/setup_intents/:id', handle(updateSetupIntent))
  api.post('/v1/setup_intents/:id/confirm', handle(confirmSetupIntent))
  api.post('/v1/setup_intents/:id/cancel', handle(cancelSetupIntent))

  api.post('/v1/customers', handle(createCustomer))
  api.get('/v1/customers', handle(listCustomers))
  api.get('/v1/customers/:id', handle(retrieveCustomer))
  api.post('/v1/customers/:id', handle(updateCustomer))
  api.delete('/v1/customers/:id', handle(deleteCustomer))
  api.get('/v1/customers/:customer/payment_methods', handle(listCustomerMethods))
  api.get('/v1/customers/:customer/payment_methods/:id', handle(retrieveCustomerMethod))

  api.post('/v1/payment_methods', handle(createPaymentMethod))
  api.get('/v1/payment_methods', handle(listPaymentMethods))
  api.get('/v1/payment_methods/:id', handle(retrievePaymentMethod))
  api.post('/v1/payment_methods/:id', handle(updatePaymentMethod))
  api.post('/v1/payment_methods/:id/attach', handle(attachPaymentMethod))
  api.post('/v1/payment_methods/:id/detach', handle(detachPaymentMethod))

  api.post('/v1/refunds', handle(createRefund))
  api.get('/v1/refunds', handle(listRefunds))
  api.get('/v1/refunds/:id', handle(retrieveRefund))
  api.get('/v1/account', handle(retrieveAccount))
  api.get('/v1/disputes', handle(listDisputes))
  api.get('/v1/disputes/:id', handle(retrieveDispute))
  api.post('/v1/disputes/:id', handle(updateDispute))
  api.post('/v1/disputes/:id/close', handle(closeDispute))
  api.get('/v1/radar/early_fraud_warnings', handle(listFraudWarnings))
  api.get('/v1/radar/early_fraud_warnings/:id', handle(retrieveFraudWarning))
  api.get('/v1/charges', handle(listCharges))
  api.get('/v1/charges/:id', handle(retrieveCharge))
  api.get('/v1/balance_transactions', handle(listBalanceTransactions))
  api.get('/v1/balance_transactions/:id', handle(retrieveBalanceTransaction))
  api.get('/v1/payouts', handle(listPayouts))
  api.get('/v1/payouts/:id', handle(retrievePayout))
  api.get('/v1/events', handle(listEvents))
  api.get('/v1/events/:id', handle(retrieveEvent))
  api.get('/v1/tokens/:id', handle(retrieveToken))

  api.all('*', unknownRoute(deps))
  return api
}
