import type { Order } from '#db/schema/index.ts'
import type { RecurringOptionProps } from '#views/checkout/recurring-option.tsx'
import { recurringConsentText } from '../orders/recurring-consent.ts'
import type { Services } from '../services.ts'
import { orderTerms } from '../shop-settings/order-terms.ts'

export const recurringOption = (
  { config, db }: Pick<Services, 'config' | 'db'>,
  order: Order,
  returnTo: string,
): RecurringOptionProps => ({
  orderToken: order.token,
  recurring: order.recurring,
  period: order.renewPeriodType,
  consentText: recurringConsentText(config.store.name, orderTerms(db)),
  returnTo,
})
