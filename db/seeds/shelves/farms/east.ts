/** Farms and boats of the Northeast. */
import type { Farm } from '../types.ts'

export const easternFarms: Farm[] = [
  {
    slug: 'seven-ledges-shellfish', name: 'Seven Ledges Shellfish', town: 'Damariscotta', state: 'ME', region: 'Midcoast Maine',
    latitude: 44.033, longitude: -69.519, founded: 1999,
    story: [
      'The Damariscotta River has grown oysters since before there was a Maine; the shell heaps on its banks are thirty feet deep. Josie Tarbox farms six acres of it and dives for scallops in winter with two friends and a thermos.',
      'Diver scallops are picked one at a time, so there is no sand in them and no bycatch. They are shucked on board and frozen dry, with nothing added.',
    ],
    practices: ['Hand-dived scallops, no dredge', 'Oysters three years in the river', 'Dry-packed: nothing added'],
    badges: ['Wild-caught', 'Small boat', 'Women-owned'], inFirstShop: false,
    landscape: {
      seed: 308, hour: 'morning', sun: { at: 0.72, height: 0.3 }, far: 'islands', ground: 'pasture', trees: 'conifers', water: 'sea', fence: 'none', herd: 'boats', relief: 0.2,
      buildings: [{ kind: 'lighthouse', at: 0.2, size: 1.15, wall: '#f3efe6', roof: '#8f2d25' }],
      alt: 'A white lighthouse on a spruce point in Maine, lobster boats on a bright morning',
    },
  },
  {
    slug: 'dovetail-farm', name: 'Dovetail Farm', town: 'Lititz', state: 'PA', region: 'Lancaster County',
    latitude: 40.157, longitude: -76.307, founded: 1979,
    story: [
      'The Stoltz brothers are joiners as well as farmers, and the barn is cut without a nail. Below it live 900 laying hens; behind it, in houses on skids, the meat birds that follow the cows across the meadow.',
      'What the farm sells is simple: chickens, their parts, their broth. It has sold out every Saturday since 1979.',
    ],
    practices: ['Organic feed milled on the farm', 'Birds follow cattle on pasture', 'Air-chilled in the old ice house'],
    badges: ['Organic', 'Pasture-raised', 'Air-chilled'], inFirstShop: false,
    landscape: {
      seed: 319, hour: 'noon', sun: { at: 0.6, height: 0.15 }, far: 'hills', ground: 'rows', trees: 'broadleaf', water: 'none', fence: 'board', herd: 'hens', relief: 0.22,
      buildings: [{ kind: 'gable', at: 0.3, size: 1.25, wall: '#9b3a2c', roof: '#585a5c' }, { kind: 'silo', at: 0.435, size: 1, wall: '#d2cdc2', roof: '#96a0a4' }, { kind: 'coop', at: 0.74, size: 1.1, wall: '#ddd2ba', roof: '#6f665c' }],
      alt: 'Hens around a coop below a big red bank barn and neat rows in Lancaster County',
    },
  },
  {
    slug: 'old-yoke-farm', name: 'Old Yoke Farm', town: 'Cazenovia', state: 'NY', region: 'Madison County',
    latitude: 42.93, longitude: -75.853, founded: 1889,
    story: [
      'There is an ox yoke over the door from the team that cleared the place. Today’s animals are red Devons, the same breed, kept for beef on hill pasture too steep for anything else.',
      'Emmett Vroman sells by the quarter to his neighbors and by the pack to us. He writes the ear-tag number on every label and will tell you who it was if you ask.',
    ],
    practices: ['American Milking Devon cattle', 'Grass and hay from the same hill', 'Hung 18 days', 'Ear-tag number on every pack'],
    badges: ['Grass-fed', 'Heritage breed', 'Dry-aged'], inFirstShop: false,
    landscape: {
      seed: 320, hour: 'golden', sun: { at: 0.2, height: 0.32 }, far: 'hills', ground: 'clover', trees: 'autumn', water: 'pond', fence: 'stone', herd: 'cattle', relief: 0.7,
      buildings: [{ kind: 'farmhouse', at: 0.3, size: 1.05, wall: '#d8c58e', roof: '#5c534c' }, { kind: 'gambrel', at: 0.8, size: 0.9, wall: '#6f6258', roof: '#4a4644' }],
      alt: 'Red Devon cattle by a farm pond, a yellow farmhouse, stone wall and autumn hills in evening light',
    },
  },
  {
    slug: 'winterbourne-farm', name: 'Winterbourne Farm', town: 'Craftsbury', state: 'VT', region: 'Northeast Kingdom',
    latitude: 44.64, longitude: -72.38, founded: 2015,
    story: [
      'Five months of snow is a good reason to keep a warm kitchen. Iris Delacroix renders tallow and lard, boils bones down for two days and puts up honey, beans and spice rubs from her own and her neighbors’ fields.',
      'Nothing in the pantry has more than six ingredients, and she can point out of the window at most of them.',
    ],
    practices: ['Rendered and boiled in small kettles', 'Glass, tin and paper, no plastic', 'Neighbors within ten miles'],
    badges: ['Women-owned', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 331, hour: 'dusk', sun: { at: 0.78, height: 0.37 }, far: 'hills', ground: 'snow', trees: 'bare', water: 'none', fence: 'stone', herd: 'none', relief: 0.6,
      buildings: [{ kind: 'farmhouse', at: 0.42, size: 1.2, wall: '#b8504a', roof: '#e9edf2' }, { kind: 'smokehouse', at: 0.6, size: 0.8, wall: '#7a6a5c', roof: '#dfe5ec' }],
      alt: 'A red farmhouse in Vermont snow at dusk, smoke rising, bare maples and hills behind',
    },
  },
]
