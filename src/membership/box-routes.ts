import { Hono } from 'hono'
import { z } from 'zod'
import type { MembershipBox } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { findOffer } from '../catalog/products.ts'
import { formatDay } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { setBoxItem } from './box-items.ts'
import { ownBox } from './own-box.ts'
import { changed, planningOf, refused } from './respond.ts'
import { type BoxChange, skipBox, unskipBox } from './skip.ts'

export const boxRoutes = new Hono<AppEnv>()

boxRoutes.post(
  paths.skipBox.pattern,
  ownBox(async (c, { id }) => boxChanged(c, await skipBox(c.var.services.db, id, planningOf(c)), 'Skipped.')),
)

boxRoutes.post(
  paths.unskipBox.pattern,
  ownBox(async (c, { id }) => {
    const { db, clock } = c.var.services
    return boxChanged(c, await unskipBox(db, id, clock.now()), "It's back.")
  }),
)

function boxChanged(c: Ctx, change: BoxChange, words: string) {
  if (!change.ok) return refused(c, change.reason)
  const date = change.box && arrivalOf(c, change.box)
  const message = date ? `${words} Your next box comes ${formatDay(date, 'long')}.` : words
  return changed(c, { ok: true }, message, { arrival_date: date })
}

const arrivalOf = (c: Ctx, { orderId }: MembershipBox) =>
  orderId === null ? null : orderById(c.var.services.db, orderId).arrivalOn

const ItemFields = z.object({ bid_item_token: line(64), quantity: digits(3) })

boxRoutes.post(
  paths.setBoxItem.pattern,
  ownBox(async (c, { id }) => {
    const { db, clock } = c.var.services
    const read = readFields(ItemFields, c.var.body)
    if (!read.ok || !/^\d+$/.test(read.value.quantity)) return refuse(c, 422, 'Please choose how many.')
    const found = findOffer(db, read.value.bid_item_token)
    if (!found) return notFound(c)
    const change = await setBoxItem(db, id, found.offer, Number(read.value.quantity), clock.now())
    if (change.ok)
      return changed(c, { ok: true }, 'Your next box is updated.', { total_cents: change.totalCents })
    return change.reason === 'refused' ? refuse(c, 422, change.message) : refused(c, change.reason)
  }),
)
