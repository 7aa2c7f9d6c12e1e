import type { Order } from '#db/schema/index.ts'
import type { RecurringOptionProps } from '#views/checkout/recurring-option.tsx'
import { recurringWords } from '../orders/recurring-words.ts'
import type { Services } from '../services.ts'

/** The choice between a one-time box and a recurring one, as the order has it. @param returnTo the page it stands on */
export const recurringOption = (
  { config }: Pick<Services, 'config'>,
  order: Order,
  returnTo: string,
): RecurringOptionProps => ({
  orderToken: order.token,
  recurring: order.recurring,
  period: order.renewPeriodType,
  words: recurringWords(config.store.name),
  returnTo,
})
