/** Pork: chops. */
import { facts, ounces, pack } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const porkChops: Variety[] = [
  {
    slug: 'bone-in-pork-chops',
    family: 'pork-chop',
    name: 'Bone-in pork chops',
    farm: 'kestrel-hollow-farm',
    animal: 'pork',
    cut: 'chop',
    summary: 'Tamworth and Berkshire chops, rosy and thick-cut, with the rib bone and a proper rim of fat.',
    story:
      'These hogs take eight months where a barn takes five, and it shows in the color. Nora Abernathy cuts chops an inch and a quarter thick so that they brown before they dry, and leaves the fat because that is where the apples went.',
    cooking: [
      'Brine two hours in a quart of water with a quarter cup of salt, or salt overnight. Dry well.',
      'Sear 4 minutes a side over medium-high heat, then stand on the fat edge for 2.',
      'Take off at 140 °F and rest to 145 °F.',
    ],
    nutrition: facts([220, 24, 13, 4.7, 72, 62]),
    raised: raised.kestrelHollowPigs,
    badges: ['Heritage breed', 'Pasture-raised'],
    picture: {
      plan: 'chop',
      flesh: 'heritage-pork',
      surface: 'oak',
      marbling: 0.28,
      fatCap: 0.6,
      garnish: ['sage'],
      pieces: 1,
      seed: 52,
      alt: 'A thick bone-in pork chop with a rim of fat on an oak board with sage leaves',
    },
    offers: [
      pack('12 oz', ounces(12), 1, 1190, [60, 52, 44]),
      pack('2 × 12 oz', ounces(24), 2, 2290, [72, 60, 48]),
      pack('4 × 12 oz', ounces(48), 4, 4390, [30, 22, 5]),
    ],
    featuredRank: 5,
    addedOn: '2026-03-16',
    inFirstShop: true,
  },
  {
    slug: 'berkshire-pork-chops',
    family: 'pork-chop',
    name: 'Berkshire pork chops',
    farm: 'holloway-grange',
    animal: 'pork',
    cut: 'chop',
    summary: 'Center-cut rib chops, marbled like beef. The breed that made pork chops famous.',
    story:
      'Berkshires are black, slow and vain about their muscle. The Holloways have kept the same three sow lines since 1957, and the loin eye has hardly changed.',
    cooking: [
      'Dry brine overnight.',
      'Sear 4 minutes a side, baste with butter and sage.',
      'Off at 138 °F, rest to 145 °F.',
    ],
    nutrition: facts([245, 23, 16, 5.8, 74, 60]),
    raised: raised.hollowayGrange,
    badges: ['Heritage breed', 'No antibiotics'],
    picture: {
      plan: 'chop',
      flesh: 'heritage-pork',
      surface: 'slate',
      marbling: 0.5,
      fatCap: 0.45,
      garnish: ['sage', 'salt'],
      pieces: 2,
      seed: 433,
      alt: 'Two marbled Berkshire rib chops on slate with sage',
    },
    offers: [
      pack('2 × 10 oz', ounces(20), 2, 1990, [60, 66, 50]),
      pack('4 × 10 oz', ounces(40), 4, 3850, [34, 38, 28]),
      pack('8 × 10 oz', ounces(80), 8, 7490, [10, 12, 5]),
    ],
    featuredRank: 37,
    addedOn: '2026-05-25',
    inFirstShop: false,
  },
]
