/** What the pages' scripts may send. Anything else is dropped. `$…` are the ahoy.js client's own. */
export const EVENT_NAMES = [
  'click',
  'modal_closed',
  'modal_shown',
  'modal_submit',
  'order_upgraded_to_subscription',
  'payment-error',
  'product_card_clicked',
  'product_card_viewed',
  'pdp_add_to_cart',
  'product_card_quick_add_to_cart',
  'scroll_depth',
  'product-filter-sort-changed',
  'viewed-address-modified-modal',
  'add-to-wait-list',
  'add-to-wait-list-failure',
  '$view',
  '$click',
  '$submit',
] as const

export type EventName = (typeof EVENT_NAMES)[number]

/** A visit with one of these has put something into a box. */
export const ADDS: readonly string[] = ['pdp_add_to_cart', 'product_card_quick_add_to_cart']

export const isEventName = (name: unknown): name is EventName =>
  typeof name === 'string' && (EVENT_NAMES as readonly string[]).includes(name)
