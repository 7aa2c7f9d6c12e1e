import { route } from './route.ts'

const cartPage = (): string => cartPaths.cart()

/** Part of `paths`: the box, and the boxes at one price that go into it. */
export const cartPaths = {
  cart: route('GET', '/cart'),
  miniCart: route('GET', '/mini-cart'),
  cartItem: route('POST PUT DELETE', '/cart/items/:offerToken', { formPage: cartPage }),
  firstBox: route('GET', '/first-box'),
  cartBundle: route('POST', '/cart/bundles/:handle', { formPage: (): string => cartPaths.firstBox() }),
  cartBundleLine: route('PUT DELETE', '/cart/bundles/:lineToken', { formPage: cartPage }),
}
