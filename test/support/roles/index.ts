import { ACCOUNTS } from './accounts.ts'
import { CATALOG_DESK } from './catalog-desk.ts'
import { CHECKOUT } from './checkout.ts'
import type { Line } from './lines.ts'
import { MACHINE } from './machine.ts'
import { ORDERS } from './orders.ts'
import { SHOP } from './shop.ts'
import { COMING_IN } from './sign-in.ts'

/** Every route of the app, and what each role gets there. */
export const TABLE: Record<string, Line> = {
  ...SHOP,
  ...CHECKOUT,
  ...ORDERS,
  ...COMING_IN,
  ...ACCOUNTS,
  ...MACHINE,
  ...CATALOG_DESK,
}
