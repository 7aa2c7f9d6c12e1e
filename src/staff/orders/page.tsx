import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Order, User } from '#db/schema/index.ts'
import { StaffOrderPage } from '#views/staff/orders/order-page.tsx'
import type { Ctx } from '../../accounts/guards.ts'
import { staff } from '../../accounts/guards.ts'
import { isOwnOrder } from '../../orders/is-own-order.ts'
import { orderByToken } from '../../orders/orders.ts'
import { paths } from '../../paths.ts'
import { notFound } from '../../web/errors.tsx'
import { reply, wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { staffOrder } from './facts.ts'
import { mailsToSendAgain } from './resend.ts'

type OrderHandler = (c: Ctx, user: User, order: Order) => Response | Promise<Response>

/** Any order, for staff. */
export const staffOrderOf = (handler: OrderHandler) =>
  staff((c, user) => {
    const order = orderByToken(c.var.services.db, c.req.param('orderToken') ?? '')
    return order ? handler(c, user, order) : notFound(c)
  })

type Problem = { status: ContentfulStatusCode; message: string }

export function renderOrder(c: Ctx, user: User, token: string, problem?: Problem): Response {
  const { db, clock, random } = c.var.services
  const order = orderByToken(db, token)
  if (!order) throw new Error(`order ${token} is gone`)
  const view = (
    <StaffOrderPage
      facts={staffOrder(db, order, clock.now())}
      press={random.token()}
      isOwn={isOwnOrder(order, user)}
      mails={mailsToSendAgain(db, order)}
      problem={problem?.message ?? null}
      refused={problem ? { action: c.req.path, fields: c.var.body } : null}
    />
  )
  const title = `Order ${order.identifier}`
  return renderDesk(c, user, { current: 'orders', title, status: problem?.status }, view)
}

/** Scripts get the message; a form gets the order's page with it. */
export const refuseAction = (c: Ctx, user: User, token: string, problem: Problem): Response =>
  wantsHtml(c)
    ? renderOrder(c, user, token, problem)
    : c.json({ error: problem.message, message: problem.message }, problem.status)

export const actionDone = (c: Ctx, token: string, message: string, json: Record<string, unknown> = {}) =>
  reply(c, 200, { message, ...json }, { path: paths.staffOrder(token), flash: { kind: 'notice', message } })
