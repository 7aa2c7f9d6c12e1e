/** Beef: Wagyu. */
import { facts, ounces, pack } from '../packs.ts'
import type { Variety } from '../types.ts'

export const wagyu: Variety[] = [
  {
    slug: 'wagyu-ribeye', family: 'beef-ribeye', name: 'Wagyu ribeye', farm: 'caliche-creek-wagyu', animal: 'beef', cut: 'ribeye',
    summary: 'Fullblood Wagyu, marbling score 9 and up. Rich enough that one steak feeds two.',
    story: 'Ruben Castañeda sends us only the ribs that the grading camera puts at 9 or higher. The fat melts near body heat, so the steak wants a cool hand: cut it cold, cook it hot and short, and serve it in slices with salt and something sharp.',
    cooking: [
      'Thaw a full day in the refrigerator and cook it cold, straight from there.',
      'Dry pan, high heat, no oil: 90 seconds a side, then once more each side, to 130 °F.',
      'Rest 5 minutes. Slice thin and serve three or four ounces a person.',
    ],
    nutrition: facts([372, 17, 33, 13.4, 78, 52]),
    raised: 'On pasture to 14 months, then 400 days on barley, cottonseed hulls and hay. No hormones.',
    badges: ['Wagyu', 'Limited'],
    picture: { plan: 'ribeye', flesh: 'wagyu', surface: 'slate', marbling: 1, fatCap: 0.35, garnish: [], seed: 23,
      alt: 'A Wagyu ribeye, rose pink and densely webbed with white marbling, on slate' },
    offers: [
      pack('10 oz', ounces(10), 2, 5400, [24, 20, 18]),
      pack('14 oz', ounces(14), 3, 7350, [30, 18, 16]),
      pack('2 × 14 oz', ounces(28), 6, 14200, [8, 5, 6]),
    ],
    featuredRank: 2, addedOn: '2026-04-14', inFirstShop: true,
  },
]
