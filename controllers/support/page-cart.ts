import type { PageCart } from '#src/cart/rules.ts'
import { CartChanges } from './cart-changes.ts'
import { sendChange } from './send-change.ts'

const notify = (detail: PageCart) => window.dispatchEvent(new CustomEvent('cart:changed', { detail }))

/** One per window. It outlives Turbo visits, so a change in flight when a page is left arrives on the next one. */
export const pageCart = new CartChanges(sendChange, notify)
