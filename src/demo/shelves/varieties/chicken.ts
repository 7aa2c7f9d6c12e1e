/** Poultry: chicken. */
import { facts, ounces, pack, pounds } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const chicken: Variety[] = [
  {
    slug: 'whole-chicken',
    family: 'chicken-whole',
    name: 'Whole pasture chicken',
    farm: 'kestrel-hollow-farm',
    animal: 'poultry',
    cut: 'whole-bird',
    summary:
      'Slow-growing, moved to new grass every morning, chilled in air and not in water. Crisp skin without effort.',
    story:
      'Will Abernathy raises a red-feathered bird that takes nine weeks instead of six. It has longer legs, a narrower breast and a flavor our grandparents would call chicken. Air chilling leaves the skin dry, so it browns where other birds steam.',
    cooking: [
      'Salt all over the day before and leave uncovered in the refrigerator.',
      'Roast at 425 °F, breast up, 13 minutes a pound, to 165 °F at the thigh.',
      'Rest 15 minutes. Make stock of the bones the same night.',
    ],
    nutrition: facts([215, 21, 14, 3.9, 85, 80]),
    raised: raised.kestrelHollowBirds,
    badges: ['Pasture-raised', 'Air-chilled'],
    picture: {
      plan: 'bird',
      flesh: 'chicken',
      surface: 'linen',
      marbling: 0,
      fatCap: 0.3,
      garnish: ['thyme', 'lemon'],
      seed: 41,
      alt: 'A whole trussed chicken, breast up, on linen with thyme and lemon',
    },
    offers: [
      pack('3.5 lb', pounds(3.5), 4, 2590, [70, 56, 48]),
      pack('4.5 lb', pounds(4.5), 5, 3290, [54, 40, 36]),
      pack('2 × 3.5 lb', pounds(7), 8, 4990, [20, 16, 12]),
    ],
    featuredRank: 4,
    addedOn: '2026-03-16',
    inFirstShop: true,
  },
  {
    slug: 'chicken-thighs',
    family: 'chicken-thigh',
    name: 'Chicken thighs, bone in',
    farm: 'kestrel-hollow-farm',
    animal: 'poultry',
    cut: 'thigh',
    summary: 'Skin on, bone in, from birds that walked. Hard to overcook and hard to improve.',
    story:
      'Thighs are the reason to keep a bird nine weeks: working legs, dark meat, enough fat under the skin to fry themselves. Four to a pack, trimmed by hand and frozen flat.',
    cooking: [
      'Lay skin down in a cold pan, salt, and bring to medium. Leave alone 15 minutes.',
      'Turn and finish in a 400 °F oven, 12 minutes, to 175 °F.',
    ],
    nutrition: facts([235, 19, 17, 4.7, 98, 86]),
    raised: raised.kestrelHollowBirds,
    badges: ['Pasture-raised', 'Air-chilled'],
    picture: {
      plan: 'thighs',
      flesh: 'chicken',
      surface: 'slate',
      marbling: 0,
      fatCap: 0.3,
      garnish: ['lemon', 'thyme'],
      pieces: 4,
      seed: 42,
      alt: 'Four bone-in chicken thighs with pale gold skin on slate, with lemon and thyme',
    },
    offers: [
      pack('1.5 lb', ounces(24), 3, 1490, [90, 74, 66]),
      pack('3 lb', pounds(3), 6, 2850, [52, 40, 36]),
      pack('6 lb', pounds(6), 12, 5450, [16, 12, 4]),
    ],
    featuredRank: 11,
    addedOn: '2026-03-16',
    inFirstShop: true,
  },
]
