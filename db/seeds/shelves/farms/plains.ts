/** Farms of the plains and the upper Midwest. */
import type { Farm } from '../types.ts'

export const plainsFarms: Farm[] = [
  {
    slug: 'bluestem-ridge-bison', name: 'Bluestem Ridge Bison', town: 'Cottonwood Falls', state: 'KS', region: 'Flint Hills',
    latitude: 38.372, longitude: -96.543, founded: 1992,
    story: [
      'The Flint Hills were never plowed because the plow broke. What is left is the last great piece of tallgrass prairie, and Wade Tolliver thinks the animal that made it ought to keep it. His herd is 600.',
      'Bison are not moved so much as asked. Wade opens a gate in the evening and by morning they have considered it. They are harvested in the field, one shot, without ever seeing a truck.',
    ],
    practices: ['Tallgrass prairie, burned every third spring', 'Field-harvested, no transport', 'No grain, no hormones'],
    badges: ['Grass-fed', 'Regenerative'], inFirstShop: false,
    landscape: {
      seed: 208, hour: 'golden', sun: { at: 0.32, height: 0.36 }, far: 'hills', ground: 'prairie', trees: 'none', water: 'pond', fence: 'stone', herd: 'bison', relief: 0.32,
      buildings: [{ kind: 'gable', at: 0.86, size: 0.9, wall: '#b3a48c', roof: '#6d675e' }],
      alt: 'Bison in tall golden bluestem around a pond, a limestone barn and wall, at evening',
    },
  },
  {
    slug: 'white-draw-bison', name: 'White Draw Bison', town: 'Hot Springs', state: 'SD', region: 'Southern Black Hills',
    latitude: 43.431, longitude: -103.474, founded: 2001,
    story: [
      'In January it is 20 below and the bison stand with their faces to the wind. They need no barn, no hay until February and no help at calving. June and Leonard Iron Cloud say their job is mostly fences.',
      'Young bulls are harvested at 30 months after a last autumn on the high pasture. The meat is leaner than chicken and redder than anything.',
    ],
    practices: ['Open range all winter', 'No barns, no growth promoters', 'Young bulls only'],
    badges: ['Grass-fed', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 219, hour: 'dawn', sun: { at: 0.7, height: 0.38 }, far: 'hills', ground: 'snow', trees: 'conifers', water: 'none', fence: 'split-rail', herd: 'bison', relief: 0.7,
      buildings: [{ kind: 'quonset', at: 0.22, size: 1, wall: '#a7adb0', roof: '#888' }],
      alt: 'Bison in deep snow at dawn below dark pine hills, a metal barn to the left',
    },
  },
  {
    slug: 'sandhill-crossing', name: 'Sandhill Crossing Ranch', town: 'Valentine', state: 'NE', region: 'Nebraska Sandhills',
    latitude: 42.873, longitude: -100.551, founded: 1919,
    story: [
      'The Sandhills are grass over dunes over an ocean of groundwater, and about the best place on earth to raise a calf. The Kessler family sold calves to feedlots for ninety years. In 2014 they built a small yard of their own and kept the best ones home.',
      'Black Angus, 140 days on corn grown across the road, then 28 days hanging. It grades Choice and better; we take the upper two thirds and Prime when there is some.',
    ],
    practices: ['Born, raised and finished on one ranch', 'Own corn and hay', 'Dry-aged 28 days', 'No hormones'],
    badges: ['Grain-finished', 'Dry-aged', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 220, hour: 'noon', sun: { at: 0.8, height: 0.15 }, far: 'plain', ground: 'pasture', trees: 'none', water: 'pond', fence: 'wire', herd: 'black-cattle', relief: 0.28,
      buildings: [{ kind: 'windmill', at: 0.3, size: 1.35, wall: '#86898b', roof: '#aaa' }, { kind: 'quonset', at: 0.74, size: 1, wall: '#b9b4a8', roof: '#888' }],
      alt: 'Black Angus around a windmill pond on the wide green Sandhills at noon',
    },
  },
  {
    slug: 'holloway-grange', name: 'Holloway Grange', town: 'Decorah', state: 'IA', region: 'Driftless Iowa',
    latitude: 43.303, longitude: -91.786, founded: 1957,
    story: [
      'Iowa has eight pigs for every person and most have never been outdoors. The Holloways’ have: 200 Berkshires in hoop barns deep in straw, with doors that stay open.',
      'Ruth Holloway makes the sausage herself from her grandmother’s four recipes. She was offered a fifth once, with dried fruit, and declined.',
    ],
    practices: ['Purebred Berkshire', 'Deep straw and open doors', 'Own corn, oats and peas', 'Sausage from four ingredients or fewer'],
    badges: ['Heritage breed', 'No antibiotics', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 231, hour: 'morning', sun: { at: 0.78, height: 0.24 }, far: 'hills', ground: 'rows', trees: 'broadleaf', water: 'none', fence: 'none', herd: 'pigs', relief: 0.36,
      buildings: [{ kind: 'gambrel', at: 0.34, size: 1.05, wall: '#efe9dc', roof: '#3f5a48' }, { kind: 'silo', at: 0.27, size: 1.1, wall: '#c9c4b8', roof: '#6d7f86' }, { kind: 'silo', at: 0.245, size: 0.85, wall: '#bdb8ac', roof: '#6d7f86' }],
      alt: 'A white gambrel barn with two silos above contour rows of corn, pigs in the foreground',
    },
  },
  {
    slug: 'ridge-and-coulee', name: 'Ridge & Coulee', town: 'Viroqua', state: 'WI', region: 'Driftless Wisconsin',
    latitude: 43.557, longitude: -90.889, founded: 2006,
    story: [
      'Twelve farms share one name, one butcher and one truck. They milk, most of them, and raise the bull calves of the dairy herd as rose veal and beef instead of shipping them away at a week old.',
      'Everything is certified organic, and the fats and broths come from the same animals as the roasts: the cooperative counts it as a loss if a bone leaves the county.',
    ],
    practices: ['Certified organic since 2006', 'Cooperative of twelve families', 'Whole animal used: meat, broth, tallow'],
    badges: ['Organic', 'Grass-fed', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 242, hour: 'golden', sun: { at: 0.66, height: 0.26 }, far: 'hills', ground: 'clover', trees: 'broadleaf', water: 'river', fence: 'board', herd: 'cattle', relief: 0.8,
      buildings: [{ kind: 'gambrel', at: 0.2, size: 0.95, wall: '#7d2b24', roof: '#77706a' }, { kind: 'farmhouse', at: 0.32, size: 0.8, wall: '#efe8da', roof: '#6a4038' }],
      alt: 'A red barn and farmhouse in a steep green coulee with a stream, brown cattle, low sun',
    },
  },
]
