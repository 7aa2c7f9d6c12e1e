/** Beef: briskets, and the share that the demo promises fifty of. */
import { facts, ounces, pack, pounds } from '../packs.ts'
import { raised } from '../raised.ts'
import type { Variety } from '../types.ts'

export const beefBriskets: Variety[] = [
  {
    slug: 'demo-sold-out',
    family: 'beef-brisket',
    name: 'Whole packer brisket',
    farm: 'three-larks-ranch',
    animal: 'beef',
    cut: 'brisket',
    summary:
      'Point and flat together, untrimmed, from steers finished on grass. Two to an animal, and gone by Thursday.',
    story:
      'A packer is the whole brisket as it comes off the chest: the lean flat, the fatty point, and the seam of fat between them that does the basting. There are two on every steer and the ranch harvests nine a week, so this one is often out. Leave your address and we write when the next lot hangs.',
    cooking: [
      'Trim the fat to a quarter inch and rub with salt and coarse pepper the night before.',
      'Smoke at 250 °F over post oak, about 75 minutes a pound, wrapped in butcher paper once the bark is dark.',
      'It is done when a probe slides in like butter, near 203 °F. Rest two hours in a cooler.',
    ],
    nutrition: facts([275, 21, 21, 8.2, 78, 72]),
    raised: raised.threeLarksRanch,
    badges: ['Grass-fed', 'Dry-aged'],
    picture: {
      plan: 'brisket',
      flesh: 'beef',
      surface: 'paper',
      marbling: 0.3,
      fatCap: 0.8,
      garnish: ['pepper'],
      seed: 63,
      alt: 'A whole packer brisket with a thick white fat cap on butcher paper',
    },
    offers: [
      pack('9 lb', pounds(9), 14, 11900, [0, 0, 0], { max: 4 }),
      pack('12 lb', pounds(12), 18, 15500, [0, 0, 0], { max: 4 }),
    ],
    featuredRank: 9,
    addedOn: '2026-03-02',
    inFirstShop: true,
  },
  {
    slug: 'demo-fifty',
    family: 'beef-share',
    name: 'Winter Braising Share',
    farm: 'three-larks-ranch',
    animal: 'beef',
    cut: 'share',
    summary:
      'Four pounds of shank, cut across the bone for the pot. Fifty shares a season, and that is all the legs there are.',
    story:
      'Each November the ranch sets aside the shanks of its last harvest, saws them two inches thick and packs them as one share for a winter Sunday. The marrow stays in. Fifty shares is what one week of steers gives; when they are sold, the next come in a year.',
    cooking: [
      'Brown the rounds well in a heavy pot, 5 minutes a side.',
      'Add onions, a can of tomatoes, a glass of red wine and stock halfway up. Cover.',
      'Three hours at 300 °F, until the bone stands loose. Spoon the marrow into the sauce.',
    ],
    nutrition: facts([150, 24, 5, 1.9, 55, 70]),
    raised: raised.threeLarksRanch,
    badges: ['Grass-fed', 'Limited'],
    picture: {
      plan: 'shank',
      flesh: 'beef',
      surface: 'linen',
      marbling: 0.15,
      fatCap: 0.3,
      garnish: ['bay', 'thyme'],
      pieces: 4,
      seed: 50,
      alt: 'Four rounds of beef shank with marrow bones on linen, bay leaves and thyme beside them',
    },
    offers: [pack('4 lb', pounds(4), 6, 5200, [50, 0, 0])],
    featuredRank: 8,
    addedOn: '2026-11-02',
    inFirstShop: true,
  },
  {
    slug: 'wagyu-brisket',
    family: 'beef-brisket',
    name: 'Wagyu brisket',
    farm: 'caliche-creek-wagyu',
    animal: 'beef',
    cut: 'brisket',
    summary: 'Whole packer from fullblood Wagyu: the flat stays moist where others give up.',
    story:
      'In Mason they have opinions about brisket. This one ended several arguments: there is so much fat within the flat that even a first attempt comes out soft.',
    cooking: [
      'Trim to a quarter inch. Salt and pepper, half and half.',
      'Smoke at 235 °F, about an hour a pound; Wagyu is ready sooner than you think.',
      'Take it at 198 °F. Rest three hours.',
    ],
    nutrition: facts([320, 19, 27, 11, 80, 70]),
    raised: raised.calicheCreekWagyu,
    badges: ['Wagyu', 'Limited'],
    picture: {
      plan: 'brisket',
      flesh: 'wagyu',
      surface: 'oak',
      marbling: 0.8,
      fatCap: 0.9,
      garnish: ['pepper'],
      seed: 125,
      alt: 'A whole Wagyu brisket, pink and heavily marbled under a thick fat cap, on oak',
    },
    offers: [
      pack('5 lb flat', ounces(80), 8, 11900, [12, 8, 6], { max: 4 }),
      pack('12 lb packer', ounces(192), 18, 25900, [5, 4, 3], { max: 2 }),
    ],
    featuredRank: 30,
    addedOn: '2026-06-01',
    inFirstShop: false,
  },
]
