/** Beef: burger patties. */
import { facts, ounces, pack } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const beefPatties: Variety[] = [
  {
    slug: 'wagyu-patties',
    family: 'beef-patties',
    name: 'Wagyu burger patties',
    farm: 'caliche-creek-wagyu',
    animal: 'beef',
    cut: 'patties',
    summary: 'Six-ounce patties, pressed loosely by hand, frozen apart so that you can take one.',
    story:
      'Ruben’s son Mateo makes these on Fridays with a ring and a scale. Loosely is the secret: a tight patty is a hockey puck however good the cow.',
    cooking: [
      'Cook from frozen over medium-high heat, 5 minutes a side.',
      'Salt after the first turn.',
      'Cook to 160 °F. Cheese is optional.',
    ],
    nutrition: facts([495, 27, 42, 17, 120, 108], 170),
    raised: raised.calicheCreekWagyu,
    badges: ['Wagyu'],
    picture: {
      plan: 'patties',
      flesh: 'wagyu',
      surface: 'paper',
      marbling: 0.8,
      fatCap: 0,
      garnish: ['pepper'],
      pieces: 4,
      seed: 127,
      alt: 'Four thick Wagyu burger patties on butcher paper',
    },
    offers: [
      pack('4 × 6 oz', ounces(24), 4, 2290, [80, 66, 54]),
      pack('8 × 6 oz', ounces(48), 8, 4390, [40, 34, 28]),
      pack('16 × 6 oz', ounces(96), 16, 8490, [14, 10, 4]),
    ],
    featuredRank: 28,
    addedOn: '2026-06-01',
    inFirstShop: false,
  },
  {
    slug: 'devon-patties',
    family: 'beef-patties',
    name: 'Devon burger patties',
    farm: 'old-yoke-farm',
    animal: 'beef',
    cut: 'patties',
    summary: 'Third-pound patties, eighty-five lean, chuck and brisket only.',
    story:
      'Emmett Vroman’s argument against the fast-food burger, four to a pack. Ground once, pressed lightly, frozen apart.',
    cooking: [
      'From frozen: 5 minutes a side over medium-high heat.',
      'Thawed: 4 minutes. Do not press.',
      'Cook to 160 °F.',
    ],
    nutrition: facts([320, 28, 23, 9, 95, 95], 151),
    raised: raised.oldYokeFarm,
    badges: ['Grass-fed', 'Heritage breed'],
    picture: {
      plan: 'patties',
      flesh: 'beef',
      surface: 'oak',
      marbling: 0.3,
      fatCap: 0,
      garnish: ['salt'],
      pieces: 4,
      seed: 147,
      alt: 'Four beef patties on an oak board',
    },
    offers: [
      pack('4 × 5.3 oz', ounces(21), 4, 1690, [50, 90, 60]),
      pack('12 × 5.3 oz', ounces(64), 12, 4890, [22, 40, 28]),
      pack('24 × 5.3 oz', ounces(127), 24, 9490, [4, 14, 8]),
    ],
    featuredRank: 41,
    addedOn: '2026-07-20',
    inFirstShop: false,
  },
]
