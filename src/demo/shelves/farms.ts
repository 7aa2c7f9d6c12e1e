/** Every farm of the demo shop. */
import { easternFarms } from './farms/east.ts'
import { firstShopFarms } from './farms/first-shop.ts'
import { mountainFarms } from './farms/mountains.ts'
import { pacificFarms } from './farms/pacific.ts'
import { plainsFarms } from './farms/plains.ts'
import { southernFarms } from './farms/south.ts'
import type { Farm } from './types.ts'

export const farms: Farm[] = [
  ...firstShopFarms,
  ...pacificFarms,
  ...mountainFarms,
  ...plainsFarms,
  ...southernFarms,
  ...easternFarms,
]
