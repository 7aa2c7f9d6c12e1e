/** Beef: roasts, ribs, braises and shares. */
import { facts, pack, pounds } from '../packs.ts'
import type { Variety } from '../types.ts'

export const beefRoasts: Variety[] = [
  {
    slug: 'demo-sold-out', family: 'beef-brisket', name: 'Whole packer brisket', farm: 'three-larks-ranch', animal: 'beef', cut: 'brisket',
    summary: 'Point and flat together, untrimmed, from steers finished on grass. Two to an animal, and gone by Thursday.',
    story: 'A packer is the whole brisket as it comes off the chest: the lean flat, the fatty point, and the seam of fat between them that does the basting. There are two on every steer and the ranch harvests nine a week, so this one is often out. Leave your address and we write when the next lot hangs.',
    cooking: [
      'Trim the fat to a quarter inch and rub with salt and coarse pepper the night before.',
      'Smoke at 250 °F over post oak, about 75 minutes a pound, wrapped in butcher paper once the bark is dark.',
      'It is done when a probe slides in like butter, near 203 °F. Rest two hours in a cooler.',
    ],
    nutrition: facts([275, 21, 21, 8.2, 78, 72]),
    raised: 'On grass and hay from birth to harvest at 26 months. No grain, hormones or antibiotics.',
    badges: ['Grass-fed', 'Dry-aged'],
    picture: { plan: 'brisket', flesh: 'beef', surface: 'paper', marbling: 0.3, fatCap: 0.8, garnish: ['pepper'], seed: 63,
      alt: 'A whole packer brisket with a thick white fat cap on butcher paper' },
    offers: [
      pack('9 lb', pounds(9), 14, 11900, [0, 0, 0], { max: 4 }),
      pack('12 lb', pounds(12), 18, 15500, [0, 0, 0], { max: 4 }),
    ],
    featuredRank: 9, addedOn: '2026-03-02', inFirstShop: true,
  },
  {
    slug: 'demo-fifty', family: 'beef-share', name: 'Winter Braising Share', farm: 'three-larks-ranch', animal: 'beef', cut: 'share',
    summary: 'Four pounds of shank, cut across the bone for the pot. Fifty shares a season, and that is all the legs there are.',
    story: 'Each November the ranch sets aside the shanks of its last harvest, saws them two inches thick and packs them as one share for a winter Sunday. The marrow stays in. Fifty shares is what one week of steers gives; when they are sold, the next come in a year.',
    cooking: [
      'Brown the rounds well in a heavy pot, 5 minutes a side.',
      'Add onions, a can of tomatoes, a glass of red wine and stock halfway up. Cover.',
      'Three hours at 300 °F, until the bone stands loose. Spoon the marrow into the sauce.',
    ],
    nutrition: facts([150, 24, 5, 1.9, 55, 70]),
    raised: 'On grass and hay from birth to harvest at 26 months. No grain, hormones or antibiotics.',
    badges: ['Grass-fed', 'Limited'],
    picture: { plan: 'shank', flesh: 'beef', surface: 'linen', marbling: 0.15, fatCap: 0.3, garnish: ['bay', 'thyme'], pieces: 4, seed: 50,
      alt: 'Four rounds of beef shank with marrow bones on linen, bay leaves and thyme beside them' },
    offers: [pack('4 lb', pounds(4), 6, 5200, [50, 0, 0])],
    featuredRank: 8, addedOn: '2026-11-02', inFirstShop: true,
  },
]

export const groundBeef: Variety[] = [
  {
    slug: 'grass-fed-ground-beef', family: 'beef-ground', name: 'Grass-fed ground beef', farm: 'three-larks-ranch', animal: 'beef', cut: 'ground',
    summary: 'Eighty-five lean, ground coarse from one ranch’s own trim. The pack that empties first in most freezers.',
    story: 'Most ground beef is a blend of many animals from many places. This is chuck, sirloin and dry-aged trim from the Haldorsens’ steers alone, ground once through a coarse plate and frozen flat so that it thaws in the time it takes to set a table.',
    cooking: [
      'Thaw a flat pack in cold water, 25 minutes.',
      'For burgers, shape loosely and salt only the outside just before cooking.',
      'For sauces, brown in a wide pan without stirring for the first 3 minutes. Cook to 160 °F.',
    ],
    nutrition: facts([240, 21, 17, 7, 75, 75]),
    raised: 'On grass and hay from birth to harvest at 26 months. No grain, hormones or antibiotics.',
    badges: ['Grass-fed', 'Regenerative'],
    picture: { plan: 'ground', flesh: 'beef', surface: 'paper', marbling: 0.3, fatCap: 0, garnish: [], seed: 31,
      alt: 'A mound of coarse ground beef in strands on butcher paper' },
    offers: [
      pack('1 lb', pounds(1), 4, 1150, [220, 180, 160]),
      pack('3 × 1 lb', pounds(3), 12, 3290, [110, 90, 84]),
      pack('6 × 1 lb', pounds(6), 24, 6290, [48, 36, 40]),
      pack('10 × 1 lb', pounds(10), 40, 9990, [22, 18, 5]),
    ],
    featuredRank: 3, addedOn: '2026-03-02', inFirstShop: true,
  },
]
