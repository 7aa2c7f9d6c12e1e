import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { findCart } from '../orders/open-order.ts'
import { paths } from '../paths.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
import type { AppEnv } from '../web/env.ts'
import { setFlash } from '../web/flash.ts'
import { redirectTo } from '../web/redirect.ts'

/** A box that was merged at sign-in redirects to the same page of the account's box; null for other orders. */
export function toJoinedBox(c: Context<AppEnv>, { state }: Order, page: (box: Order) => string) {
  if (state !== 'expired') return null
  const box = findCart(c.var.services.db, c.var.visitor)
  return redirectTo(c, box ? page(box) : paths.cart(), 302)
}

export const EMPTY_BOX = 'Your box is empty. Choose something good first.'

/** The older checkout's pages are for boxes; gift cards alone are paid on the newer one. */
export const withoutItems = (c: Context<AppEnv>, { id, token }: Order) =>
  boughtCardsOf(c.var.services.db, id).length > 0 ? redirectTo(c, paths.checkout(token), 302) : toEmptyCart(c)

export async function toEmptyCart(c: Context<AppEnv>) {
  await setFlash(c, { kind: 'notice', message: EMPTY_BOX })
  return redirectTo(c, paths.cart(), 302)
}
