import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { reply } from '../web/respond.ts'
import { closedRefusal } from './prepare.ts'

export function refuseClosedOrder(c: Context<AppEnv>, order: Order) {
  const refusal = closedRefusal(order)
  const path = paths.confirmation(order.token)
  // A placed order's page explains itself. A box that was combined with another needs a message.
  const flash =
    refusal.code === 'order_joined' ? { kind: 'notice' as const, message: refusal.message } : undefined
  return reply(c, 409, { ...refusal, error: refusal.message }, { path, ...(flash && { flash }) })
}
