import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { localPath } from '../../web/redirect.ts'
import { previousPage } from '../../web/return-path.ts'

/**
 * The page of ours that a change of delivery leads back to: the one the address names, else the one the link stood on.
 * It is kept in the form, so each of somebody's tabs goes back to its own, and reading a page changes nothing.
 */
export function returnAddress(c: Context<AppEnv>, order: Order): string | null {
  const named = c.req.query('return_to')
  if (named) return localPath(named, c.var.services.config.appUrl)
  const before = previousPage(c, '')
  const isHere = before === '' || before.startsWith(paths.deliveryStep(order.token))
  return isHere ? null : before
}

/** Where saving leads: the address that was kept, else on to the payment, or back to the placed order. */
export function afterDelivery(c: Context<AppEnv>, order: Order | null): string {
  const kept = c.var.body.return_to
  if (typeof kept === 'string' && kept !== '') return localPath(kept, c.var.services.config.appUrl)
  if (!order) return paths.home()
  return isOpen(order.state) ? paths.paymentStep(order.token) : paths.confirmation(order.token)
}

/** The way back from a change of a placed order's delivery, where saving leads, too. */
export function backToPlaced({ token }: Pick<Order, 'token'>, returnTo: string | null) {
  const path = returnTo ?? paths.confirmation(token)
  const isOrder = [paths.order(token), paths.confirmation(token)].some((page) => path.startsWith(page))
  return { path, words: isOrder ? 'Back to your order' : 'Back' }
}
