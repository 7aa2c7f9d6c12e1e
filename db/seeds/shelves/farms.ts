/** Every farm of the demo shop. */
import { easternFarms } from './farms/east.ts'
import { firstShopFarms } from './farms/first-shop.ts'
import { plainsFarms } from './farms/plains.ts'
import { southernFarms } from './farms/south.ts'
import { westernFarms } from './farms/west.ts'
import type { Farm } from './types.ts'

export const farms: Farm[] = [...firstShopFarms, ...westernFarms, ...plainsFarms, ...southernFarms, ...easternFarms]
