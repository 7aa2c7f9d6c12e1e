import { Hono } from 'hono'
import { z } from 'zod'
import { PayForBoxPage } from '#views/membership/pay-for-box-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { zoneOf } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { reply } from '../web/respond.ts'
import { openForPayment, payableBox } from './pay-link.ts'
import { totalOf } from './totals.ts'

export const payRoutes = new Hono<AppEnv>()

const OVER = 'This link has ended: the box was paid, or its time to pay has passed.'
const USED = 'This link was used in another browser. Please pay there, or ask us for help.'

payRoutes.get(paths.payForBox.pattern, (c) => {
  const { db, clock } = c.var.services
  const key = c.req.query('key') ?? ''
  const payable = find(c, key)
  if (!payable) return notFound(c)
  if (payable.isOver) return refuse(c, 410, OVER)
  const { order, box } = payable
  c.header('Referrer-Policy', 'no-referrer')
  const page = (
    <PayForBoxPage
      orderToken={order.token}
      linkKey={key}
      arrivalOn={order.arrivalOn}
      lockAt={order.lockAt ?? 0}
      zone={zoneOf(db, order.fcId ?? 0)}
      isAskedByBank={box.trouble === 'authentication'}
      totalCents={Math.min(totalOf(db, order.id, clock.now()), box.remindedCents ?? Number.MAX_SAFE_INTEGER)}
    />
  )
  return renderPage(c, page, { title: 'Pay for your box', indexed: false, styles: 'orders' })
})

const KeyFields = z.object({ key: line(64) })

payRoutes.post(paths.payForBox.pattern, async (c) => {
  const { db, clock } = c.var.services
  const read = readFields(KeyFields, c.var.body)
  const payable = find(c, read.ok ? read.value.key : '')
  if (!payable) return notFound(c)
  if (payable.isOver) return refuse(c, 410, OVER)
  const { sessionHash } = c.var.visitor
  if (!(await openForPayment(db, payable.order.id, sessionHash, clock.now()))) return refuse(c, 409, USED)
  const path = paths.checkout(payable.order.token)
  return reply(c, 200, { path }, { path })
})

const find = (c: Ctx, key: string) =>
  payableBox(c.var.services.db, c.var.services.config, {
    token: c.req.param('orderToken') ?? '',
    key,
    now: c.var.services.clock.now(),
  })
