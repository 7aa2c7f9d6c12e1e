/** Bison: for the slow pot. */
import { facts, pack, pounds } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const bisonBraises: Variety[] = [
  {
    slug: 'bison-chuck-roast',
    family: 'bison-chuck',
    name: 'Bison chuck roast',
    farm: 'white-draw-bison',
    animal: 'bison',
    cut: 'chuck',
    summary: 'A lean shoulder for the slow oven. Low, wet and covered.',
    story:
      'With so little fat of its own, bison shoulder wants liquid and patience. Leonard adds a cup of coffee to the pot and will not say why.',
    cooking: [
      'Brown lightly in tallow.',
      'Braise with 3 cups of broth, covered, at 275 °F for 4 hours.',
      'Shred in its juice.',
    ],
    nutrition: facts([155, 24, 6, 2.4, 75, 60]),
    raised: raised.whiteDrawBison,
    badges: ['Grass-fed', 'Family-run'],
    picture: {
      plan: 'roast',
      flesh: 'bison',
      surface: 'walnut',
      marbling: 0.1,
      fatCap: 0.2,
      garnish: ['thyme', 'garlic'],
      seed: 404,
      alt: 'A dark tied bison roast on walnut with thyme and garlic',
    },
    offers: [
      pack('2.5 lb', pounds(2.5), 5, 3890, [30, 20, 16]),
      pack('3.5 lb', pounds(3.5), 7, 5290, [18, 12, 8]),
    ],
    featuredRank: 46,
    addedOn: '2026-09-14',
    inFirstShop: false,
  },
  {
    slug: 'bison-short-ribs',
    family: 'bison-short-ribs',
    name: 'Bison short ribs',
    farm: 'bluestem-ridge-bison',
    animal: 'bison',
    cut: 'short-ribs',
    summary: 'Long bones, dark meat, and the one place a bison is fat.',
    story:
      'The plate carries the winter. These are sawn six inches long, one bone each, and want the same four hours as the beef kind.',
    cooking: [
      'Salt overnight.',
      'Braise at 300 °F in stock and a little vinegar for 4 hours.',
      'Glaze under the broiler.',
    ],
    nutrition: facts([235, 21, 17, 7, 78, 58]),
    raised: raised.bluestemRidgeBison,
    badges: ['Grass-fed', 'Limited'],
    picture: {
      plan: 'short-ribs',
      flesh: 'bison',
      surface: 'linen',
      marbling: 0.3,
      fatCap: 0.3,
      garnish: ['bay'],
      pieces: 3,
      seed: 405,
      alt: 'Three long dark bison short ribs with bone on linen',
    },
    offers: [pack('2 lb', pounds(2), 2, 3190, [20, 14, 10]), pack('4 lb', pounds(4), 4, 6190, [10, 6, 4])],
    featuredRank: 52,
    addedOn: '2026-10-05',
    inFirstShop: false,
  },
]
