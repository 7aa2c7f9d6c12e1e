import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { findCart } from '../orders/open-order.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { leaveFlash } from '../web/flash.ts'
import { redirectTo } from '../web/redirect.ts'

/**
 * A box that went into another one when its guest signed in leads on to the same page of that one; null for every
 * other order.
 */
export function toJoinedBox(c: Context<AppEnv>, { state }: Order, page: (box: Order) => string) {
  if (state !== 'expired') return null
  const box = findCart(c.var.services.db, c.var.visitor)
  return redirectTo(c, box ? page(box) : paths.cart(), 302)
}

export const EMPTY_BOX = 'Your box is empty. Choose something good first.'

/** For the pages of a checkout whose box was emptied meanwhile. */
export async function toEmptyCart(c: Context<AppEnv>) {
  await leaveFlash(c, { kind: 'notice', message: EMPTY_BOX })
  return redirectTo(c, paths.cart(), 302)
}
