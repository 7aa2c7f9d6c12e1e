/** Beef: shank and marrow. */
import { facts, pack, pounds } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const beefBones: Variety[] = [
  {
    slug: 'organic-marrow-bones',
    family: 'beef-bones',
    name: 'Organic marrow bones',
    farm: 'ridge-and-coulee',
    animal: 'beef',
    cut: 'bones',
    summary: 'Center-cut femur, three inches long. For roasting, for stock, for the dog who has been good.',
    story:
      'The cooperative counts a bone that leaves the county as a loss. These are sawn straight so that they stand up in the pan and keep what is inside them.',
    cooking: [
      'Stand upright and roast at 450 °F for 18 minutes, until the marrow loosens.',
      'Parsley, lemon, toast, salt.',
      'Boil what is left for stock.',
    ],
    nutrition: facts([240, 4, 25, 12, 30, 40], 56),
    raised: raised.ridgeAndCoulee,
    badges: ['Organic', 'Grass-fed'],
    picture: {
      plan: 'marrow',
      flesh: 'beef',
      surface: 'walnut',
      marbling: 0,
      fatCap: 0,
      garnish: ['salt'],
      seed: 144,
      alt: 'Six rounds of marrow bone seen from above on walnut',
    },
    offers: [
      pack('2 lb', pounds(2), 3, 1190, [60, 58, 40]),
      pack('5 lb', pounds(5), 8, 2690, [30, 24, 20]),
      pack('10 lb', pounds(10), 16, 4990, [10, 8, 0]),
    ],
    featuredRank: 55,
    addedOn: '2026-09-07',
    inFirstShop: false,
  },
  {
    slug: 'devon-shank',
    family: 'beef-shank',
    name: 'Devon cross-cut shank',
    farm: 'old-yoke-farm',
    animal: 'beef',
    cut: 'shank',
    summary: 'Osso buco from red Devons, two inches thick, with the marrow in.',
    story:
      'Shank is all work and gelatin. It asks for three hours and pays for them with the best sauce a cow can make.',
    cooking: [
      'Tie each round, flour lightly, brown.',
      'Braise with wine, carrots and tomato, 3 hours at 300 °F.',
      'Lemon zest, garlic and parsley on top.',
    ],
    nutrition: facts([150, 24, 5, 1.9, 55, 70]),
    raised: raised.oldYokeFarm,
    badges: ['Grass-fed', 'Heritage breed'],
    picture: {
      plan: 'shank',
      flesh: 'aged-beef',
      surface: 'oak',
      marbling: 0.2,
      fatCap: 0.3,
      garnish: ['lemon', 'sage'],
      pieces: 3,
      seed: 145,
      alt: 'Three rounds of beef shank with marrow on oak, lemon and sage beside them',
    },
    offers: [
      pack('1.5 lb', pounds(1.5), 2, 1790, [20, 40, 24]),
      pack('3 lb', pounds(3), 4, 3490, [14, 24, 16]),
      pack('6 lb', pounds(6), 8, 6790, [0, 8, 4]),
    ],
    featuredRank: 50,
    addedOn: '2026-09-21',
    inFirstShop: false,
  },
]
