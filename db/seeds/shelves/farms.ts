/** Every farm of the demo shop. */
import { firstShopFarms } from './farms/first-shop.ts'
import type { Farm } from './types.ts'

export const farms: Farm[] = [...firstShopFarms]
