/** Seafood: trout. */
import { facts, ounces, pack } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const trout: Variety[] = [
  {
    slug: 'rainbow-trout',
    family: 'trout-whole',
    name: 'Whole rainbow trout',
    farm: 'cold-terrace-trout',
    animal: 'seafood',
    cut: 'whole-fish',
    summary: 'Spring-raised, boned and butterflied with the head on. One fish a person.',
    story:
      'The water comes out of the wall at 58 °F and so does the texture. The Bergstroms bone every trout by hand on Monday night with the radio on.',
    cooking: [
      'Fill with lemon and herbs, salt the skin.',
      'Pan with butter, 5 minutes a side, or grill in a basket.',
      'The skin should crackle.',
    ],
    nutrition: facts([160, 23, 7, 1.6, 66, 40]),
    raised: raised.coldTerraceTrout,
    badges: ['Spring-fed', 'No antibiotics'],
    picture: {
      plan: 'whole-fish',
      flesh: 'trout',
      surface: 'oak',
      marbling: 0,
      fatCap: 0,
      garnish: ['lemon'],
      pieces: 2,
      seed: 455,
      alt: 'Two whole speckled rainbow trout on an oak board with lemon',
    },
    offers: [
      pack('2 × 10 oz', ounces(20), 2, 1890, [56, 40, 36]),
      pack('4 × 10 oz', ounces(40), 4, 3590, [32, 24, 20]),
      pack('8 × 10 oz', ounces(80), 8, 6890, [10, 8, 5]),
    ],
    featuredRank: 62,
    addedOn: '2026-06-08',
    inFirstShop: false,
  },
  {
    slug: 'trout-fillets',
    family: 'trout-fillet',
    name: 'Rainbow trout fillets',
    farm: 'cold-terrace-trout',
    animal: 'seafood',
    cut: 'fillet',
    summary: 'Pin-boned, skin on, blushing pink. Ten minutes from pack to plate.',
    story: 'For people who like trout and not its face. Two fillets to a pack, frozen flat.',
    cooking: [
      'Dust with flour, salt.',
      'Skin down in butter, 4 minutes; turn, 1 minute.',
      'Almonds in the pan after.',
    ],
    nutrition: facts([160, 23, 7, 1.6, 66, 40]),
    raised: raised.coldTerraceTrout,
    badges: ['Spring-fed', 'No antibiotics'],
    picture: {
      plan: 'salmon',
      flesh: 'trout',
      surface: 'marble',
      marbling: 0.15,
      fatCap: 0,
      garnish: ['thyme', 'lemon'],
      seed: 456,
      alt: 'A pink trout fillet with fine grain on marble with thyme',
    },
    offers: [
      pack('2 × 5 oz', ounces(10), 2, 1390, [60, 44, 40]),
      pack('6 × 5 oz', ounces(30), 6, 3990, [36, 26, 24]),
      pack('12 × 5 oz', ounces(60), 12, 7690, [12, 8, 8]),
    ],
    featuredRank: 63,
    addedOn: '2026-06-08',
    inFirstShop: false,
  },
]
