import { route } from './route.ts'

/** A guest's order page needs the key of the receipt's link, which a reload doesn't have. */
const orderCall = <const Verb extends string>(verb: Verb) =>
  route('POST', `/account/orders/:orderToken/gift-cards/:boughtToken/${verb}`, {
    formPage: ({ orderToken = '' }): string => `/account/orders/${orderToken}`,
  })

/** Part of `paths`: gift cards, from the form to the cash. */
export const giftCardPaths = {
  /** POST shows the preview where scripts are off. */
  giftCards: route('GET POST', '/gift-cards'),
  addGiftCard: route('POST', '/v1/add_gift_card_to_cart', {
    slash: true,
    formPage: (): string => giftCardPaths.giftCards(),
  }),
  cartGiftCard: route('DELETE', '/cart/gift-cards/:boughtToken', { formPage: (): string => '/cart' }),
  printGiftCard: route('GET', '/gift-cards/print/:boughtToken'),
  /** The same for staff, who print and mail it. */
  staffPrintGiftCard: route('GET', '/staff/gift-cards/:boughtId/print'),
  sendGiftCard: orderCall('send'),
  returnGiftCard: orderCall('return'),
  giftCardBalance: route('GET POST', '/gift-cards/balance'),
  giftCardCash: route('POST', '/gift-cards/cash', {
    formPage: (): string => giftCardPaths.giftCardBalance(),
  }),
} as const
