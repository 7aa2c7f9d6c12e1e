import { Hono } from 'hono'
import { z } from 'zod'
import type { MembershipBox, Order } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { findOffer } from '../catalog/products.ts'
import { formatDay } from '../day.ts'
import { lockedBoxSentence } from '../orders/box-changed.ts'
import { orderById } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { setBoxItem } from './box-items.ts'
import { chooseFreeItem } from './choose-free-item.ts'
import { ownBox } from './own-box.ts'
import { refuseItem } from './page.tsx'
import type { MembershipRefusal } from './refusals.ts'
import { changed, planningOf, refused } from './respond.ts'
import { skipBox, unskipBox } from './skip.ts'

export const boxRoutes = new Hono<AppEnv>()

boxRoutes.post(
  paths.skipBox.pattern,
  ownBox(async (c, box, order) => {
    const change = await skipBox(c.var.services.db, box.id, planningOf(c))
    return change.ok ? boxChanged(c, change.box, 'Skipped.') : refusedBox(c, box, order, change.reason)
  }),
)

boxRoutes.post(
  paths.unskipBox.pattern,
  ownBox(async (c, { id }) => {
    const { db, clock } = c.var.services
    const change = await unskipBox(db, id, clock.now())
    return change.ok ? boxChanged(c, change.box, "It's back.") : refused(c, change.reason)
  }),
)

function boxChanged(c: Ctx, box: MembershipBox | null, words: string) {
  const date = box && arrivalOf(c, box)
  const message = date ? `${words} Your next box comes ${formatDay(date, 'long')}.` : words
  return changed(c, { ok: true }, message, { arrival_date: date })
}

const arrivalOf = (c: Ctx, { orderId }: MembershipBox) =>
  orderId === null ? null : orderById(c.var.services.db, orderId).arrivalOn

const ItemFields = z.object({ bid_item_token: line(64), quantity: digits(3) })

boxRoutes.post(
  paths.setBoxItem.pattern,
  ownBox(async (c, box, order) => {
    const { db, clock } = c.var.services
    const read = readFields(ItemFields, c.var.body)
    if (!read.ok || !/^\d+$/.test(read.value.quantity)) return refuseItem(c, order, 'Please choose how many.')
    const found = findOffer(db, read.value.bid_item_token)
    if (!found) return notFound(c)
    const { hidden, earlyUntil } = found.variety
    if (hidden && earlyUntil === null && Number(read.value.quantity) > 0) return notFound(c)
    const change = await setBoxItem(db, box.id, found.offer, Number(read.value.quantity), clock.now())
    if (change.ok)
      return changed(c, { ok: true }, 'Your next box is updated.', { total_cents: change.totalCents })
    if (change.reason === 'refused') return refuseItem(c, order, change.message)
    return refusedBox(c, box, order, change.reason)
  }),
)

const FreeItemFields = z.object({ promotion_id: line(64) })

boxRoutes.post(
  paths.chooseFreeItem.pattern,
  ownBox(async (c, box, order) => {
    const { db, clock } = c.var.services
    const read = readFields(FreeItemFields, c.var.body)
    const change = await chooseFreeItem(db, box.id, read.ok ? read.value.promotion_id : '', clock.now())
    if (change.ok)
      return changed(c, { ok: true }, `${change.gift.name} is your free item.`, {
        promotion_id: change.gift.token,
      })
    if (change.reason === 'refused') return refuse(c, 422, change.message)
    return refusedBox(c, box, order, change.reason)
  }),
)

/** Too late for a change: says what happens instead. */
function refusedBox(c: Ctx, { state }: MembershipBox, order: Order, reason: MembershipRefusal) {
  const isComing = reason === 'locked' && (state === 'planned' || state === 'placed')
  return isComing ? refuse(c, 409, lockedBoxSentence(c.var.services.db, order)) : refused(c, reason)
}
