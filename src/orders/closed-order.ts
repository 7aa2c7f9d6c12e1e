import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { answer } from '../web/respond.ts'
import { closedRefusal } from './prepare.ts'

/** For an order that is open no more; the address leads on from a box that was joined into another. */
export function alreadyClosed(c: Context<AppEnv>, order: Order) {
  const refusal = closedRefusal(order)
  const onward = { path: paths.confirmation(order.token) }
  // What was bought says so itself; a box that looks other than it did does not.
  const flash =
    refusal.code === 'order_joined' ? { kind: 'notice' as const, message: refusal.message } : undefined
  return answer(c, 409, { ...refusal, error: refusal.message }, { ...onward, ...(flash && { flash }) })
}
