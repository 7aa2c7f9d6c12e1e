import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'

/** Where whoever has paid goes on: to what was bought. */
export const thanksPath = (order: Pick<Order, 'token'>) => paths.confirmation(order.token)
