/** Beef: steaks. */
import { facts, ounces, pack } from '../packs.ts'
import type { Variety } from '../types.ts'

export const beefSteaks: Variety[] = [
  {
    slug: 'grass-fed-ribeye', family: 'beef-ribeye', name: 'Grass-fed ribeye', farm: 'three-larks-ranch', animal: 'beef', cut: 'ribeye',
    summary: 'A deep red, clean-tasting ribeye from native prairie, hung 21 days. Cut an inch and a quarter thick.',
    story: 'Grass-fed ribeye is leaner than what a steakhouse serves and tastes more of itself: mineral, a little sweet, with yellow-white fat that comes from the grass. Pete Haldorsen cuts from the loin end for a larger eye and leaves the cap whole, because that is the part people fight over.',
    cooking: [
      'Thaw in the refrigerator for a day, pat dry, and salt 40 minutes ahead.',
      'Sear in a very hot pan, 2 minutes a side, then lower the heat and turn every minute until 125 °F inside. Lean beef goes fast: use a thermometer.',
      'Rest 8 minutes under a plate. Slice across the cap.',
    ],
    nutrition: facts([240, 23, 16, 6.8, 70, 60]),
    raised: 'On grass and hay from birth to harvest at 26 months. No grain, hormones or antibiotics.',
    badges: ['Grass-fed', 'Dry-aged'],
    picture: { plan: 'ribeye', flesh: 'beef', surface: 'paper', marbling: 0.42, fatCap: 0.4, garnish: ['salt'], seed: 11,
      alt: 'A deep red grass-fed ribeye with fine marbling on butcher paper, seen from above' },
    offers: [
      pack('10 oz', ounces(10), 1, 2290, [64, 48, 40]),
      pack('14 oz', ounces(14), 2, 3090, [82, 60, 52]),
      pack('2 × 14 oz', ounces(28), 4, 5890, [36, 24, 22]),
      pack('4 × 14 oz', ounces(56), 8, 11400, [14, 4, 9]),
    ],
    featuredRank: 1, addedOn: '2026-03-02', inFirstShop: true,
  },
  {
    slug: 'grass-fed-new-york-strip', family: 'beef-strip', name: 'Grass-fed New York strip', farm: 'three-larks-ranch', animal: 'beef', cut: 'strip',
    summary: 'Firm, lean and full of flavor, with a strip of fat along one side to baste it in the pan.',
    story: 'The strip comes from a muscle that does little work but more than the tenderloin beside it, which is why it has both tenderness and chew. The Haldorsens leave a quarter inch of fat: stand the steak on that edge first and it makes its own cooking oil.',
    cooking: [
      'Salt an hour ahead. Stand the steak on its fat edge in a hot pan for 3 minutes.',
      'Lay it flat and sear 3 minutes a side, to 125 °F for medium rare.',
      'Rest 6 minutes and slice against the grain.',
    ],
    nutrition: facts([200, 24, 11, 4.4, 65, 58]),
    raised: 'On grass and hay from birth to harvest at 26 months. No grain, hormones or antibiotics.',
    badges: ['Grass-fed', 'Dry-aged'],
    picture: { plan: 'strip', flesh: 'beef', surface: 'oak', marbling: 0.3, fatCap: 0.65, garnish: ['pepper', 'rosemary'], seed: 12,
      alt: 'A New York strip steak with a band of fat along its upper edge, on an oak board with rosemary' },
    offers: [
      pack('10 oz', ounces(10), 1, 1990, [58, 40, 44]),
      pack('2 × 10 oz', ounces(20), 2, 3850, [40, 32, 30]),
      pack('4 × 10 oz', ounces(40), 4, 7500, [16, 12, 3]),
    ],
    featuredRank: 6, addedOn: '2026-03-02', inFirstShop: true,
  },
]
