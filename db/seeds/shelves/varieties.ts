/** Every variety of the demo shop, and the dozen that the first shop opens with. */
import type { Variety } from './types.ts'
import { beefRoasts, groundBeef } from './varieties/beef-roasts.ts'
import { beefSteaks } from './varieties/beef-steaks.ts'
import { bison } from './varieties/bison.ts'
import { lamb } from './varieties/lamb.ts'
import { pantry } from './varieties/pantry.ts'
import { pork } from './varieties/pork.ts'
import { poultry } from './varieties/poultry.ts'
import { seafood } from './varieties/seafood.ts'
import { wagyu } from './varieties/wagyu.ts'

export const varieties: Variety[] = [
  ...beefSteaks,
  ...wagyu,
  ...beefRoasts,
  ...groundBeef,
  ...pork,
  ...lamb,
  ...bison,
  ...poultry,
  ...seafood,
  ...pantry,
]

export const firstShop = varieties.filter((variety) => variety.inFirstShop)
