import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'

export const thanksPath = (order: Pick<Order, 'token'>) => paths.confirmation(order.token)
