/** Bison. */
import { facts, ounces, pack, pounds } from '../packs.ts'
import type { Variety } from '../types.ts'

const TALLGRASS = 'On tallgrass prairie all its life, field-harvested at 30 months. No grain, no hormones.'
const BLACK_HILLS = 'On open range in the southern Black Hills, winter and summer. No growth promoters.'

export const bison: Variety[] = [
  {
    slug: 'bison-ribeye', family: 'bison-ribeye', name: 'Bison ribeye', farm: 'bluestem-ridge-bison', animal: 'bison', cut: 'ribeye',
    summary: 'Dark as garnet and lean to the edge. Sweeter than beef, and quicker in the pan.',
    story: 'There is hardly a vein of fat in it, and it needs none: field-harvested animals have no stress in them, and the meat stays tender. Take it off the heat earlier than you dare.',
    cooking: ['Oil the meat, not the pan. Salt just before.', 'Medium-high heat, 2½ minutes a side.', 'Stop at 120 °F; it climbs to 128 °F as it rests.'],
    nutrition: facts([165, 25, 7, 2.7, 70, 55]), raised: TALLGRASS, badges: ['Grass-fed', 'Regenerative'],
    picture: { plan: 'ribeye', flesh: 'bison', surface: 'oak', marbling: 0.12, fatCap: 0.2, garnish: ['sage'], seed: 401, alt: 'A very dark lean bison ribeye with little fat on oak with sage' },
    offers: [pack('8 oz', ounces(8), 1, 2290, [40, 30, 24]), pack('12 oz', ounces(12), 2, 3290, [36, 28, 20]), pack('4 × 8 oz', ounces(32), 4, 8790, [12, 8, 5])],
    featuredRank: 14, addedOn: '2026-04-27', inFirstShop: false,
  },
  {
    slug: 'bison-strip', family: 'bison-strip', name: 'Bison New York strip', farm: 'white-draw-bison', animal: 'bison', cut: 'strip',
    summary: 'From young bulls wintered on open range. Firm, mineral, clean.',
    story: 'June Iron Cloud cooks hers in a cast-iron pan with a spoon of bison tallow and nothing else, and says that whoever reaches for sauce may go and eat beef.',
    cooking: ['Temper 30 minutes.', 'Cast iron, high, 2 minutes a side.', 'Rest 5 minutes at 125 °F. Slice.'],
    nutrition: facts([150, 25, 5, 2, 66, 52]), raised: BLACK_HILLS, badges: ['Grass-fed', 'Family-run'],
    picture: { plan: 'strip', flesh: 'bison', surface: 'slate', marbling: 0.1, fatCap: 0.4, garnish: ['pepper'], seed: 402, alt: 'A dark bison strip steak with a thin fat edge on slate with peppercorns' },
    offers: [pack('8 oz', ounces(8), 1, 2090, [44, 26, 20]), pack('2 × 8 oz', ounces(16), 2, 4050, [30, 18, 12]), pack('4 × 8 oz', ounces(32), 4, 7890, [10, 6, 4])],
    featuredRank: 36, addedOn: '2026-05-11', inFirstShop: false,
  },
  {
    slug: 'ground-bison', family: 'bison-ground', name: 'Ground bison', farm: 'bluestem-ridge-bison', animal: 'bison', cut: 'ground',
    summary: 'Ninety lean, coarse, from whole animals. Chili has been waiting for this.',
    story: 'Wade Tolliver grinds everything but the loin, so there is ribeye cap and chuck in every pack. It cooks a third faster than beef.',
    cooking: ['Keep the heat at medium: it scorches before it steams.', 'For burgers add a spoon of grated cold butter to the pound.', 'Cook to 160 °F.'],
    nutrition: facts([190, 23, 11, 4.5, 70, 70]), raised: TALLGRASS, badges: ['Grass-fed', 'Regenerative'],
    picture: { plan: 'ground', flesh: 'bison', surface: 'paper', marbling: 0.08, fatCap: 0, garnish: ['pepper'], seed: 403, alt: 'Dark red ground bison in strands on butcher paper' },
    offers: [pack('1 lb', pounds(1), 4, 1490, [130, 100, 84]), pack('3 × 1 lb', pounds(3), 12, 4290, [64, 50, 40]), pack('6 × 1 lb', pounds(6), 24, 8290, [26, 18, 16])],
    featuredRank: 19, addedOn: '2026-04-27', inFirstShop: false,
  },
  {
    slug: 'bison-chuck-roast', family: 'bison-chuck', name: 'Bison chuck roast', farm: 'white-draw-bison', animal: 'bison', cut: 'chuck',
    summary: 'A lean shoulder for the slow oven. Low, wet and covered.',
    story: 'With so little fat of its own, bison shoulder wants liquid and patience. Leonard adds a cup of coffee to the pot and will not say why.',
    cooking: ['Brown lightly in tallow.', 'Braise with 3 cups of broth, covered, at 275 °F for 4 hours.', 'Shred in its juice.'],
    nutrition: facts([155, 24, 6, 2.4, 75, 60]), raised: BLACK_HILLS, badges: ['Grass-fed', 'Family-run'],
    picture: { plan: 'roast', flesh: 'bison', surface: 'walnut', marbling: 0.1, fatCap: 0.2, garnish: ['thyme', 'garlic'], seed: 404, alt: 'A dark tied bison roast on walnut with thyme and garlic' },
    offers: [pack('2.5 lb', pounds(2.5), 5, 3890, [30, 20, 16]), pack('3.5 lb', pounds(3.5), 7, 5290, [18, 12, 8])],
    featuredRank: 46, addedOn: '2026-09-14', inFirstShop: false,
  },
  {
    slug: 'bison-short-ribs', family: 'bison-short-ribs', name: 'Bison short ribs', farm: 'bluestem-ridge-bison', animal: 'bison', cut: 'short-ribs',
    summary: 'Long bones, dark meat, and the one place a bison is fat.',
    story: 'The plate carries the winter. These are sawn six inches long, one bone each, and want the same four hours as the beef kind.',
    cooking: ['Salt overnight.', 'Braise at 300 °F in stock and a little vinegar for 4 hours.', 'Glaze under the broiler.'],
    nutrition: facts([235, 21, 17, 7, 78, 58]), raised: TALLGRASS, badges: ['Grass-fed', 'Limited'],
    picture: { plan: 'short-ribs', flesh: 'bison', surface: 'linen', marbling: 0.3, fatCap: 0.3, garnish: ['bay'], pieces: 3, seed: 405, alt: 'Three long dark bison short ribs with bone on linen' },
    offers: [pack('2 lb', pounds(2), 2, 3190, [20, 14, 10]), pack('4 lb', pounds(4), 4, 6190, [10, 6, 4])],
    featuredRank: 52, addedOn: '2026-10-05', inFirstShop: false,
  },
]
