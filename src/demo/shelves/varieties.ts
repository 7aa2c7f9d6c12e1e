/** Every variety of the demo shop, and the dozen that the first shop opens with. */
import type { Variety } from './types.ts'
import { beefBones } from './varieties/beef-bones.ts'
import { beefBraises } from './varieties/beef-braises.ts'
import { beefBriskets } from './varieties/beef-briskets.ts'
import { beefGround } from './varieties/beef-ground.ts'
import { beefOccasions } from './varieties/beef-occasions.ts'
import { beefPatties } from './varieties/beef-patties.ts'
import { beefRibeyes } from './varieties/beef-ribeyes.ts'
import { beefStrips } from './varieties/beef-strips.ts'
import { beefWeeknights } from './varieties/beef-weeknights.ts'
import { bisonBraises } from './varieties/bison-braises.ts'
import { bisonSteaks } from './varieties/bison-steaks.ts'
import { chicken } from './varieties/chicken.ts'
import { chickenParts } from './varieties/chicken-parts.ts'
import { fatsAndBroths } from './varieties/fats-and-broths.ts'
import { lambBraises } from './varieties/lamb-braises.ts'
import { lambRacks } from './varieties/lamb-racks.ts'
import { larder } from './varieties/larder.ts'
import { porkChops } from './varieties/pork-chops.ts'
import { porkRoasts } from './varieties/pork-roasts.ts'
import { porkSmokehouse } from './varieties/pork-smokehouse.ts'
import { salmon } from './varieties/salmon.ts'
import { shellfish } from './varieties/shellfish.ts'
import { trout } from './varieties/trout.ts'
import { turkeyAndDuck } from './varieties/turkey-and-duck.ts'
import { whiteFishAndTuna } from './varieties/white-fish-and-tuna.ts'

export const varieties: Variety[] = [
  ...beefRibeyes,
  ...beefStrips,
  ...beefOccasions,
  ...beefWeeknights,
  ...beefBriskets,
  ...beefBraises,
  ...beefBones,
  ...beefGround,
  ...beefPatties,
  ...porkChops,
  ...porkRoasts,
  ...porkSmokehouse,
  ...lambRacks,
  ...lambBraises,
  ...bisonSteaks,
  ...bisonBraises,
  ...chicken,
  ...chickenParts,
  ...turkeyAndDuck,
  ...salmon,
  ...whiteFishAndTuna,
  ...trout,
  ...shellfish,
  ...fatsAndBroths,
  ...larder,
]

export const firstShop = varieties.filter((variety) => variety.inFirstShop)
