import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { localPath } from '../../web/redirect.ts'
import { previousPage } from '../../web/return-path.ts'

/** The form carries this path, so each tab returns to its own page and a GET stores nothing. */
export function returnAddress(c: Context<AppEnv>, order: Order): string | null {
  const named = c.req.query('return_to')
  if (named) return localPath(named, c.var.services.config.appUrl)
  const before = previousPage(c, '')
  const isThisPage = before === '' || before.startsWith(paths.deliveryStep(order.token))
  return isThisPage ? null : before
}

export function afterDelivery(c: Context<AppEnv>, order: Order | null): string {
  const returnTo = c.var.body.return_to
  if (typeof returnTo === 'string' && returnTo !== '')
    return localPath(returnTo, c.var.services.config.appUrl)
  if (!order) return paths.home()
  return isOpen(order.state) ? paths.paymentStep(order.token) : paths.confirmation(order.token)
}

export function backToPlaced({ token }: Pick<Order, 'token'>, returnTo: string | null) {
  const path = returnTo ?? paths.confirmation(token)
  const isOrder = [paths.order(token), paths.confirmation(token)].some((page) => path.startsWith(page))
  return { path, words: isOrder ? 'Back to your order' : 'Back' }
}
