import { test } from 'vitest'
import { readEveryPage } from '../support/large-text.ts'
import { openShop } from '../support/open-shop.ts'

const { visit } = openShop('large-text')

const SHOPPERS =
  /^\/(account|modals|order|passport|rewards|refer|gift|shop-farms|farms|first-box|videos)|\/(delivery|tracking-info)/

const READERS = [
  { email: 'fulfillment@example.com', from: '/fulfillment', within: /^\/fulfillment/, atLeast: 15 },
  { email: 'vendor@example.com', from: '/vendor', within: /^\/vendor/, atLeast: 9 },
  {
    email: 'member@example.com',
    from: '/account/subscriptions',
    within: /^\/account|\/delivery\?/,
    atLeast: 8,
  },
  { email: 'shopper@example.com', from: '/account', within: SHOPPERS, atLeast: 20 },
]

test.for(READERS)(
  'at twice the text size every page of $email fits a phone, and axe finds nothing',
  (reader) => readEveryPage(visit, reader),
)
