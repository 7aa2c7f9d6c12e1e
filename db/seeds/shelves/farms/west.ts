/** Farms of the West: coast, desert, mountains, Alaska. */
import type { Farm } from '../types.ts'

export const westernFarms: Farm[] = [
  {
    slug: 'fogline-pastures', name: 'Fogline Pastures', town: 'Point Arena', state: 'CA', region: 'Mendocino Coast',
    latitude: 38.941, longitude: -123.689, founded: 1996,
    story: [
      'The fog comes in at four and does the irrigating. Delia Marchetti grazes 300 ewes on the marine terraces above the Pacific, where salt wind keeps the grass short and the lambs taste faintly of it.',
      'Two Maremma dogs sleep with the flock. There are lions in the redwoods behind the barn, and in twenty-nine years the dogs have lost four lambs.',
    ],
    practices: ['Grass and sea air, no grain', 'Guardian dogs instead of traps', 'Shorn and lambed on pasture', 'Harvested within 40 miles'],
    badges: ['Grass-fed', 'Women-owned', 'Regenerative'], inFirstShop: false,
    landscape: {
      seed: 131, hour: 'overcast', sun: { at: 0.7, height: 0.2 }, far: 'sea', ground: 'pasture', trees: 'none', water: 'sea', fence: 'wire', herd: 'sheep', relief: 0.5,
      buildings: [{ kind: 'gable', at: 0.14, size: 0.95, wall: '#a08f7a', roof: '#6c6a66' }],
      alt: 'Sheep on green bluffs above a grey Pacific under coastal fog, a weathered barn at the edge',
    },
  },
  {
    slug: 'tule-slough-ducks', name: 'Tule Slough Duck Farm', town: 'Isleton', state: 'CA', region: 'Sacramento Delta',
    latitude: 38.162, longitude: -121.612, founded: 2004,
    story: [
      'Henry and Mei Lam raise Pekin ducks on an island below sea level, between a levee and a rice field. The ducks work the stubble after harvest, eating what the combine dropped and leaving the field better fed than they found it.',
      'A duck here lives eight weeks, most of it outdoors and some of it swimming. The Lams process on Tuesdays, forty birds an hour, and dry every one in cold moving air.',
    ],
    practices: ['Outdoors with water to swim in', 'Rice stubble and milled grain', 'Air-chilled, never soaked', 'No antibiotics'],
    badges: ['Pasture-raised', 'Air-chilled', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 142, hour: 'morning', sun: { at: 0.3, height: 0.3 }, far: 'plain', ground: 'marsh', trees: 'cottonwoods', water: 'slough', fence: 'none', herd: 'ducks', relief: 0.1,
      buildings: [{ kind: 'farmhouse', at: 0.74, size: 0.95, wall: '#e8e0cc', roof: '#5a6b70' }, { kind: 'coop', at: 0.6, size: 1, wall: '#a5564a', roof: '#6a6660' }],
      alt: 'White ducks on a still slough in the Sacramento Delta, a farmhouse and cottonwoods behind',
    },
  },
  {
    slug: 'orchard-gate-pork', name: 'Orchard Gate Pork', town: 'Hood River', state: 'OR', region: 'Columbia Gorge',
    latitude: 45.69, longitude: -121.521, founded: 2011,
    story: [
      'When the packing houses have taken the pears that look like pears, Sam Ostrander’s pigs get the rest. Forty Mangalitsa and Duroc crosses spend their last ninety days under the trees, on windfall fruit, hazelnuts and barley.',
      'The fat is soft and sweet because of it. Sam sells the leaf lard to half the pie bakers in Portland and the chops to us.',
    ],
    practices: ['Finished 90 days on windfall pears and hazelnuts', 'Farrowed in huts, never crates', 'No antibiotics'],
    badges: ['Orchard-finished', 'Heritage breed', 'Pasture-raised'], inFirstShop: false,
    landscape: {
      seed: 153, hour: 'morning', sun: { at: 0.18, height: 0.22 }, far: 'peaks', ground: 'clover', trees: 'orchard', water: 'none', fence: 'board', herd: 'pigs', relief: 0.72,
      buildings: [{ kind: 'gable', at: 0.84, size: 0.95, wall: '#8f2d25', roof: '#5e6468' }],
      alt: 'Pigs under rows of pear trees with a snowy volcano beyond, in morning light',
    },
  },
  {
    slug: 'ocotillo-wash-cattle', name: 'Ocotillo Wash Cattle', town: 'Sonoita', state: 'AZ', region: 'Sky Island grasslands',
    latitude: 31.679, longitude: -110.655, founded: 1974,
    story: [
      'Criollo cattle came up from Mexico four centuries ago and learned the desert. They are small, walk far for water and eat what a Hereford will not look at: mesquite beans, saltbush, prickly pear.',
      'The Valenzuela sisters run 140 of them on grama grass at 4,800 feet. The beef is dark and lean and tastes like something that worked for a living.',
    ],
    practices: ['Desert-bred Criollo cattle', 'Native grama and browse, no irrigation', 'No hormones, no antibiotics', 'Harvested at 28 months'],
    badges: ['Grass-fed', 'Heritage breed', 'Women-owned'], inFirstShop: false,
    landscape: {
      seed: 164, hour: 'dusk', sun: { at: 0.36, height: 0.41 }, far: 'mesas', ground: 'sage', trees: 'saguaro', water: 'none', fence: 'wire', herd: 'cattle', relief: 0.4,
      buildings: [{ kind: 'adobe', at: 0.7, size: 1.1, wall: '#c08a62', roof: '#6a4330' }, { kind: 'windmill', at: 0.86, size: 0.95, wall: '#7c7f80', roof: '#aaa' }],
      alt: 'Red cattle among saguaros at dusk, an adobe house and red mesas beyond',
    },
  },
  {
    slug: 'rito-seco-sheep', name: 'Rito Seco Sheep Company', town: 'Tierra Amarilla', state: 'NM', region: 'Chama Valley',
    latitude: 36.7, longitude: -106.55, founded: 1983,
    story: [
      'Navajo-Churro sheep were nearly gone when a few valley families decided otherwise. Today the Rito Seco flock is 220 strong, summered by a herder and two dogs at 10,000 feet and wintered on alfalfa along the ditch.',
      'Churro lamb is fine-grained, mild and naturally lean. The wool goes to weavers in the village; nothing is thrown away.',
    ],
    practices: ['Navajo-Churro, a breed once nearly lost', 'Herded to summer range on foot', 'Acequia-watered hay in winter'],
    badges: ['Grass-fed', 'Heritage breed', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 175, hour: 'golden', sun: { at: 0.22, height: 0.3 }, far: 'mesas', ground: 'prairie', trees: 'cottonwoods', water: 'river', fence: 'split-rail', herd: 'sheep', relief: 0.35,
      buildings: [{ kind: 'adobe', at: 0.78, size: 1.05, wall: '#b5805a', roof: '#4d3426' }],
      alt: 'Churro sheep beside a ditch lined with golden cottonwoods, adobe walls and sandstone mesas in evening light',
    },
  },
  {
    slug: 'cold-terrace-trout', name: 'Cold Terrace Trout', town: 'Hagerman', state: 'ID', region: 'Thousand Springs',
    latitude: 42.812, longitude: -114.899, founded: 1968,
    story: [
      'Snow that fell on the Lost River Range two hundred years ago comes out of the canyon wall here at 58 °F, every day of the year. The Bergstrom raceways borrow it for twenty minutes and give it back to the Snake.',
      'Trout raised in such water grow firm and slow. They are harvested to order on Mondays and boned by hand.',
    ],
    practices: ['Spring water at 58 °F all year', 'Low density, no antibiotics', 'Water returned cleaner than the law asks', 'Harvested to order'],
    badges: ['Spring-fed', 'No antibiotics', 'Family-run'], inFirstShop: false,
    landscape: {
      seed: 186, hour: 'noon', sun: { at: 0.68, height: 0.14 }, far: 'bluffs', ground: 'sage', trees: 'cottonwoods', water: 'river', fence: 'none', herd: 'none', relief: 0.85,
      buildings: [{ kind: 'pole-barn', at: 0.24, size: 1, wall: '#8d9a93', roof: '#4f6a72' }],
      alt: 'Spring water running from basalt canyon walls past a trout house and sagebrush at noon',
    },
  },
  {
    slug: 'chiniak-bay-setnet', name: 'Chiniak Bay Set-Net', town: 'Kodiak', state: 'AK', region: 'Kodiak Island',
    latitude: 57.62, longitude: -152.19, founded: 1979,
    story: [
      'From June to September Anya Petrov and her three daughters live in a cabin that can only be reached by skiff, and pick salmon out of nets anchored to the beach. In winter they longline for black cod from a thirty-two-foot boat with a good stove.',
      'Fish are bled by hand over the side, layered in slush and delivered to the plant in Kodiak twice a day.',
    ],
    practices: ['Set net and longline', 'Bled alive, slush-iced', 'Blast-frozen in Kodiak within 12 hours'],
    badges: ['Wild-caught', 'Small boat', 'Women-owned'], inFirstShop: false,
    landscape: {
      seed: 197, hour: 'overcast', sun: { at: 0.5, height: 0.25 }, far: 'peaks', ground: 'marsh', trees: 'conifers', water: 'sea', fence: 'none', herd: 'boats', relief: 0.9,
      buildings: [{ kind: 'smokehouse', at: 0.84, size: 1.1, wall: '#5d6f73', roof: '#3e4447' }],
      alt: 'Skiffs on a cold bay below snowy Kodiak mountains, a cabin with smoke on the shore',
    },
  },
]
