import type { Order, User } from '#db/schema/index.ts'
import { MembershipsPage } from '#views/membership/memberships-page.tsx'
import { quantityId } from '#views/membership/place-of.ts'
import type { Ctx } from '../accounts/guards.ts'
import { itemsOf } from '../orders/items.ts'
import { paths } from '../paths.ts'
import { refuse } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { reply, wantsHtml } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { membershipFacts, membershipsOf, type RefusedField } from './facts.ts'

/** @param refused asks again in the form it came from, with what was typed */
export function renderMemberships(c: Ctx, { id }: User, refused?: RefusedField) {
  const { db, clock } = c.var.services
  const memberships = membershipsOf(db, id).map((one) => ({
    ...membershipFacts(db, one, clock.now()),
    refused,
  }))
  return renderPage(c, <MembershipsPage memberships={memberships} />, {
    title: 'Your membership',
    indexed: false,
    styles: 'orders',
    status: refused ? 422 : 200,
  })
}

export function refuseField(c: Ctx, refused: RefusedField) {
  const { user } = c.var.visitor
  return user && wantsHtml(c) ? renderMemberships(c, user, refused) : refuse(c, 422, refused.message)
}

/** What isn't in the box yet has no field to ask again in. */
export function refuseItem(c: Ctx, order: Order, message: string) {
  const { db } = c.var.services
  const { bid_item_token: token, quantity } = c.var.body
  const item = itemsOf(db, order.id).find((one) => one.token === token)
  if (!item) {
    const back = previousPage(c, paths.memberships())
    return reply(c, 422, { error: message, message }, { path: back, flash: { kind: 'danger', message } })
  }
  const typed = typeof quantity === 'string' ? quantity : ''
  return refuseField(c, { id: quantityId(order.token, item.token), typed, message })
}
