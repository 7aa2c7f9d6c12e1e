import { test } from 'vitest'
import { readEveryPage } from '../support/large-text.ts'
import { openShop } from '../support/open-shop.ts'

const { visit } = openShop('staff-large-text')

const STAFF = { email: 'staff@example.com', from: '/staff', within: /^\/staff/, atLeast: 60 }

/** More than sixty pages, each checked by axe: minutes on a slow machine. */
const MANY_PAGES_MS = 600_000

test(
  'at twice the text size every page of staff@example.com fits a phone, and axe finds nothing',
  {
    timeout: MANY_PAGES_MS,
  },
  () => readEveryPage(visit, STAFF),
)
