/** Farms of the South and the Gulf. */
import type { Farm } from '../types.ts'

export const southernFarms: Farm[] = [
  {
    slug: 'sweetgum-pastures', name: 'Sweetgum Pastures', town: 'Jasper', state: 'AR', region: 'Ozark Plateau',
    latitude: 36.008, longitude: -93.186, founded: 2013,
    story: [
      'The poultry industry was invented down the road, and Carla Whitfield grew up in one of its houses. She sold it, bought back her grandmother’s ridge and put her birds outside: chickens from March to November, turkeys from July until the week before Thanksgiving.',
      'Every bird is hatched from parents that can still breed by themselves, which is rarer than it sounds.',
    ],
    practices: ['Moved daily on ridge pasture', 'Heritage and slow-growing breeds', 'Processed on the farm under inspection', 'Non-GMO feed'],
    badges: ['Pasture-raised', 'Air-chilled', 'Women-owned'], inFirstShop: false,
    landscape: {
      seed: 253, hour: 'morning', sun: { at: 0.26, height: 0.26 }, far: 'hills', ground: 'pasture', trees: 'autumn', water: 'none', fence: 'split-rail', herd: 'turkeys', relief: 0.95,
      buildings: [{ kind: 'coop', at: 0.44, size: 1.15, wall: '#c9a36a', roof: '#7a6a5a' }, { kind: 'gable', at: 0.76, size: 0.85, wall: '#8a8072', roof: '#74463a' }],
      alt: 'Turkeys on an Ozark ridge with hickories turning, a movable coop and a grey barn',
    },
  },
  {
    slug: 'ashby-smokehouse', name: 'Ashby Smokehouse', town: 'Cadiz', state: 'KY', region: 'Western Kentucky',
    latitude: 36.865, longitude: -87.835, founded: 1948,
    story: [
      'Three generations of Ashbys have put hams down in salt when it turned cold and taken them up when the dogwoods bloomed. The house is dark, the rafters black, and the smoke is green hickory and nothing else.',
      'Hogs come from six neighbors who feed corn and acorns. A ham hangs eleven months at least, and Tom Ashby presses each with a thumb before it goes.',
    ],
    practices: ['Salt, brown sugar, smoke and eleven months', 'Green hickory, cold-smoked', 'Hogs from six neighbors'],
    badges: ['Wood-smoked', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 264, hour: 'dusk', sun: { at: 0.6, height: 0.38 }, far: 'hills', ground: 'clover', trees: 'oaks', water: 'none', fence: 'board', herd: 'none', relief: 0.3,
      buildings: [{ kind: 'smokehouse', at: 0.36, size: 1.5, wall: '#4a3a30', roof: '#37302c' }, { kind: 'farmhouse', at: 0.6, size: 1, wall: '#e9e2d4', roof: '#4f565c' }],
      alt: 'Smoke over a black-boarded smokehouse beside a white farmhouse at dusk in Kentucky',
    },
  },
  {
    slug: 'barataria-light', name: 'Barataria Light Shrimp', town: 'Lafitte', state: 'LA', region: 'Barataria Bay',
    latitude: 29.667, longitude: -90.108, founded: 1988,
    story: [
      'Nine out of ten shrimp eaten in this country come from a pond across an ocean. The Thibodaux cousins fish three skimmer boats in the bay where their grandfather did, and freeze on board so that what you get was alive a few minutes earlier.',
      'White shrimp from August, brown from May. The season decides, not the calendar on the wall.',
    ],
    practices: ['Skimmer nets with turtle excluders', 'Frozen on board, no sulfites', 'White and brown shrimp in season'],
    badges: ['Wild-caught', 'Small boat', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 275, hour: 'golden', sun: { at: 0.5, height: 0.4 }, far: 'sea', ground: 'marsh', trees: 'palms', water: 'sea', fence: 'none', herd: 'boats', relief: 0.12,
      buildings: [{ kind: 'boathouse', at: 0.18, size: 1.1, wall: '#7f97a0', roof: '#8a4a3a' }],
      alt: 'Shrimp boats on a golden bay at sundown, marsh grass, palms and a stilted boathouse',
    },
  },
  {
    slug: 'palmetto-bend-cattle', name: 'Palmetto Bend Cattle', town: 'Okeechobee', state: 'FL', region: 'Kissimmee Prairie',
    latitude: 27.244, longitude: -80.83, founded: 1937,
    story: [
      'Florida Cracker cattle have been hunting their own dinner in the palmetto since the Spanish lost them. They shrug at heat, insects and high water, and Buck Hendry’s family has kept a line of them pure for almost ninety years.',
      'The herd drifts over 3,000 acres of dry prairie and hammock that is home to more burrowing owls than people.',
    ],
    practices: ['Florida Cracker cattle', 'Native prairie, never tilled', 'Finished on perennial peanut hay', 'No hormones'],
    badges: ['Grass-fed', 'Heritage breed'], inFirstShop: false,
    landscape: {
      seed: 286, hour: 'noon', sun: { at: 0.36, height: 0.16 }, far: 'plain', ground: 'prairie', trees: 'palms', water: 'pond', fence: 'wire', herd: 'cattle', relief: 0.1,
      buildings: [{ kind: 'pole-barn', at: 0.8, size: 0.95, wall: '#a58f72', roof: '#9aa3a6' }],
      alt: 'Red cattle between sabal palms and a prairie pond in Florida under tall clouds',
    },
  },
  {
    slug: 'pell-and-daughters', name: 'Pell & Daughters', town: 'Monterey', state: 'VA', region: 'Allegheny Highlands',
    latitude: 38.412, longitude: -79.581, founded: 1966,
    story: [
      'Highland County has more sheep than voters. The Pells’ Katahdins shed their own wool and raise twins on bluegrass at 3,000 feet, under sugar maples that are tapped in March.',
      'Gus Pell retired in 2019, or says so. His daughters Anne and Margaret run the flock, the lambing shed and the books, and he drives the truck.',
    ],
    practices: ['Bluegrass and clover, no grain', 'Lambed in April on pasture', 'Harvested at 8 to 10 months'],
    badges: ['Grass-fed', 'Women-owned', 'Pasture-raised'], inFirstShop: false,
    landscape: {
      seed: 297, hour: 'dawn', sun: { at: 0.24, height: 0.34 }, far: 'hills', ground: 'pasture', trees: 'broadleaf', water: 'none', fence: 'split-rail', herd: 'sheep', relief: 1,
      buildings: [{ kind: 'gable', at: 0.68, size: 1, wall: '#7f3a2c', roof: '#8b9196' }],
      alt: 'Sheep on steep bluegrass hills at daybreak, mist in the Alleghenies behind a red barn',
    },
  },
]
