/** Written by src/orders/analytics-json.ts; money in cents. */
type PlacedOrder = {
  token: string
  event_id: string
  total_price_cents: number
  sales_tax_cents: number
  total_shipping_fee_cents?: number
  subscription_id?: string
  lineitems_for_google_analytics: (Record<string, unknown> & { price_cents: number })[]
}

export const purchaseOf = (order: PlacedOrder) => ({
  event: 'purchase',
  event_id: order.event_id,
  ...(order.subscription_id ? { subscription_id: order.subscription_id } : {}),
  ecommerce: {
    transaction_id: order.token,
    value: dollars(order.total_price_cents),
    tax: dollars(order.sales_tax_cents),
    shipping: dollars(order.total_shipping_fee_cents ?? 0),
    currency: 'USD',
    items: order.lineitems_for_google_analytics.map(({ price_cents, ...item }) => ({
      ...item,
      price: dollars(price_cents),
    })),
  },
})

const dollars = (cents: number) => cents / 100
