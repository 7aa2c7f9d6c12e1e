/** Lamb. */
import { facts, ounces, pack, pounds } from '../packs.ts'
import type { Variety } from '../types.ts'

const HIGHLAND = 'On bluegrass and clover at 3,000 feet, harvested at 8 to 10 months. No grain.'
const COAST = 'On salt-wind coastal pasture with guardian dogs, no grain.'
const CHURRO = 'Herded on summer range at 10,000 feet, wintered on ditch-watered alfalfa.'

export const lamb: Variety[] = [
  {
    slug: 'rack-of-lamb', family: 'lamb-rack', name: 'Rack of lamb, frenched', farm: 'pell-and-daughters', animal: 'lamb', cut: 'rack',
    summary: 'Eight ribs, scraped clean by hand, with a scored cap of fat. Dinner for two in thirty minutes.',
    story: 'Anne Pell scrapes the bones with a loop of string, eleven seconds each. The lambs are hair sheep, mild enough for people who say they do not like lamb.',
    cooking: ['Salt and let stand an hour. Sear fat side down 4 minutes.', 'Roast at 425 °F for 14 to 16 minutes, to 125 °F.', 'Rest 8 minutes and cut between the bones.'],
    nutrition: facts([270, 20, 21, 9.2, 78, 68]), raised: HIGHLAND, badges: ['Grass-fed', 'Women-owned'],
    picture: { plan: 'rack', flesh: 'lamb', surface: 'slate', marbling: 0.25, fatCap: 0.6, garnish: ['rosemary'], seed: 411, alt: 'A frenched rack of lamb with eight clean bones above a scored fat cap, on slate' },
    offers: [pack('1.25 lb', pounds(1.25), 2, 4490, [30, 40, 34]), pack('2 × 1.25 lb', pounds(2.5), 4, 8790, [16, 22, 18]), pack('4 × 1.25 lb', pounds(5), 8, 16900, [4, 6, 5])],
    featuredRank: 13, addedOn: '2026-04-06', inFirstShop: false,
  },
  {
    slug: 'lamb-rib-chops', family: 'lamb-chop', name: 'Lamb rib chops', farm: 'pell-and-daughters', animal: 'lamb', cut: 'chop',
    summary: 'Single ribs, three quarters of an inch, a handle on each. Four minutes and fingers.',
    story: 'The rack, cut for you. Margaret Pell packs four to a tray so that the eyes stay round and the bones do not pierce the film.',
    cooking: ['Oil, salt, garlic.', 'Very hot grill or pan, 2 minutes a side.', 'Eat at once.'],
    nutrition: facts([280, 19, 22, 9.6, 78, 66]), raised: HIGHLAND, badges: ['Grass-fed', 'Pasture-raised'],
    picture: { plan: 'lamb-chops', flesh: 'lamb', surface: 'oak', marbling: 0.25, fatCap: 0.4, garnish: ['garlic'], pieces: 4, seed: 412, alt: 'Four lamb rib chops with long scraped bones on oak' },
    offers: [pack('4 × 3 oz', ounces(12), 2, 2790, [50, 60, 48]), pack('8 × 3 oz', ounces(24), 4, 5390, [30, 36, 28]), pack('16 × 3 oz', ounces(48), 8, 10500, [8, 10, 5])],
    featuredRank: 23, addedOn: '2026-04-06', inFirstShop: false,
  },
  {
    slug: 'leg-of-lamb', family: 'lamb-leg', name: 'Bone-in leg of lamb', farm: 'fogline-pastures', animal: 'lamb', cut: 'leg',
    summary: 'A whole leg from the coast, tied, with the shank left on for whoever carves.',
    story: 'Salt-marsh lamb is a word menus like. Delia Marchetti just calls it what happens when the grass is within sight of the sea. The leg roasts evenly because she ties it in four places.',
    cooking: ['Stud with garlic and rosemary, salt overnight.', 'Roast at 325 °F, 18 minutes a pound, to 130 °F.', 'Rest 25 minutes. Gravy from the pan.'],
    nutrition: facts([235, 22, 16, 6.9, 76, 64]), raised: COAST, badges: ['Grass-fed', 'Women-owned'],
    picture: { plan: 'leg', flesh: 'lamb', surface: 'linen', marbling: 0.2, fatCap: 0.5, garnish: ['rosemary', 'garlic'], seed: 413, alt: 'A tied leg of lamb with its shank bone on linen, rosemary and garlic beside it' },
    offers: [pack('4.5 lb', pounds(4.5), 6, 7590, [30, 18, 14]), pack('6 lb', pounds(6), 8, 9890, [20, 12, 8], { max: 12 })],
    featuredRank: 16, addedOn: '2026-03-23', inFirstShop: false,
  },
  {
    slug: 'ground-lamb', family: 'lamb-ground', name: 'Ground coastal lamb', farm: 'fogline-pastures', animal: 'lamb', cut: 'ground',
    summary: 'Shoulder and neck, eighty lean. Meatballs, kebabs, shepherd’s pie.',
    story: 'Ground the day after harvest from the parts with the most flavor. It smells of thyme already, though none is in it.',
    cooking: ['Mix with salt, cumin and grated onion; rest an hour.', 'Shape on skewers, grill 3 minutes a side.', 'Cook to 160 °F.'],
    nutrition: facts([260, 19, 20, 8.8, 75, 68]), raised: COAST, badges: ['Grass-fed', 'Regenerative'],
    picture: { plan: 'ground', flesh: 'lamb', surface: 'linen', marbling: 0.45, fatCap: 0, garnish: ['rosemary'], seed: 414, alt: 'Rosy ground lamb in strands on linen with rosemary' },
    offers: [pack('1 lb', pounds(1), 4, 1390, [90, 60, 44]), pack('3 × 1 lb', pounds(3), 12, 3990, [44, 30, 22]), pack('6 × 1 lb', pounds(6), 24, 7690, [16, 10, 5])],
    featuredRank: 34, addedOn: '2026-03-23', inFirstShop: false,
  },
  {
    slug: 'churro-lamb-shoulder', family: 'lamb-shoulder', name: 'Churro lamb shoulder', farm: 'rito-seco-sheep', animal: 'lamb', cut: 'shoulder',
    summary: 'Boned, rolled and tied. The oldest breed in the country, slow-cooked.',
    story: 'Churro put their fat around the organs and not through the meat, so the shoulder is lean and fine and takes chile as if it had been waiting.',
    cooking: ['Rub with red chile and salt the night before.', 'Covered at 300 °F with a cup of broth, 3½ hours.', 'Tear apart and spoon the juice over. Tortillas.'],
    nutrition: facts([210, 21, 14, 5.6, 76, 66]), raised: CHURRO, badges: ['Heritage breed', 'Grass-fed'],
    picture: { plan: 'roast', flesh: 'lamb', surface: 'paper', marbling: 0.2, fatCap: 0.3, garnish: ['bay', 'garlic'], seed: 415, alt: 'A rolled and tied lamb shoulder on butcher paper' },
    offers: [pack('3 lb', pounds(3), 5, 4890, [24, 16, 20]), pack('4 lb', pounds(4), 7, 6290, [14, 10, 12])],
    featuredRank: 39, addedOn: '2026-09-28', inFirstShop: false,
  },
  {
    slug: 'churro-lamb-shanks', family: 'lamb-shank', name: 'Churro lamb shanks', farm: 'rito-seco-sheep', animal: 'lamb', cut: 'shank',
    summary: 'Cross-cut, two to a person, for a pot with beans.',
    story: 'Walking to 10,000 feet and back builds a leg. The valley cooks these with dried lima beans and oregano on the back of a wood stove.',
    cooking: ['Brown in lard.', 'Simmer with soaked beans, onion and oregano, 3 hours.', 'Salt at the end.'],
    nutrition: facts([195, 22, 11, 4.6, 78, 72]), raised: CHURRO, badges: ['Heritage breed', 'Grass-fed'],
    picture: { plan: 'shank', flesh: 'lamb', surface: 'slate', marbling: 0.15, fatCap: 0.3, garnish: ['thyme', 'pepper'], pieces: 4, seed: 416, alt: 'Four rounds of lamb shank with marrow on slate with thyme' },
    offers: [pack('1.5 lb', pounds(1.5), 2, 2190, [30, 20, 24]), pack('3 lb', pounds(3), 4, 4190, [18, 12, 14]), pack('6 lb', pounds(6), 8, 8190, [5, 0, 4])],
    featuredRank: 53, addedOn: '2026-09-28', inFirstShop: false,
  },
]
