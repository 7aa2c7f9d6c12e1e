import { test } from 'vitest'
import { readEveryPage } from '../support/large-text.ts'
import { openShop } from '../support/open-shop.ts'

const { visit } = openShop('staff-large-text')

const STAFF = { email: 'staff@example.com', from: '/staff', within: /^\/staff/, atLeast: 60 }

/** Over sixty pages, each of which axe reads: minutes on a slow machine. */
const MANY_PAGES_MS = 600_000

test(
  'in text of twice the size staff@example.com reads every page on a phone, and axe finds nothing',
  {
    timeout: MANY_PAGES_MS,
  },
  () => readEveryPage(visit, STAFF),
)
