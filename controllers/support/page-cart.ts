import type { PageCart } from '#src/cart/rules.ts'
import { CartChanges } from './cart-changes.ts'
import { sendChange } from './send-change.ts'

const tell = (detail: PageCart) => window.dispatchEvent(new CustomEvent('cart:changed', { detail }))

/** The one box of this browser window. It outlives its pages: what is under way when one is left arrives in the next. */
export const pageCart = new CartChanges(sendChange, tell)
