/** Pork. */
import { facts, ounces, pack, pounds } from '../packs.ts'
import type { Variety } from '../types.ts'

export const pork: Variety[] = [
  {
    slug: 'bone-in-pork-chops', family: 'pork-chop', name: 'Bone-in pork chops', farm: 'kestrel-hollow-farm', animal: 'pork', cut: 'chop',
    summary: 'Tamworth and Berkshire chops, rosy and thick-cut, with the rib bone and a proper rim of fat.',
    story: 'These hogs take eight months where a barn takes five, and it shows in the color. Nora Abernathy cuts chops an inch and a quarter thick so that they brown before they dry, and leaves the fat because that is where the apples went.',
    cooking: [
      'Brine two hours in a quart of water with a quarter cup of salt, or salt overnight. Dry well.',
      'Sear 4 minutes a side over medium-high heat, then stand on the fat edge for 2.',
      'Take off at 140 °F and rest to 145 °F.',
    ],
    nutrition: facts([220, 24, 13, 4.7, 72, 62]),
    raised: 'Outdoors in family groups on pasture and in maple woods, with barley, whey and apples.',
    badges: ['Heritage breed', 'Pasture-raised'],
    picture: { plan: 'chop', flesh: 'heritage-pork', surface: 'oak', marbling: 0.28, fatCap: 0.6, garnish: ['sage'], pieces: 1, seed: 52,
      alt: 'A thick bone-in pork chop with a rim of fat on an oak board with sage leaves' },
    offers: [
      pack('12 oz', ounces(12), 1, 1190, [60, 52, 44]),
      pack('2 × 12 oz', ounces(24), 2, 2290, [72, 60, 48]),
      pack('4 × 12 oz', ounces(48), 4, 4390, [30, 22, 5]),
    ],
    featuredRank: 5, addedOn: '2026-03-16', inFirstShop: true,
  },
  {
    slug: 'maple-smoked-bacon', family: 'pork-bacon', name: 'Maple-smoked bacon', farm: 'kestrel-hollow-farm', animal: 'pork', cut: 'bacon',
    summary: 'Dry-cured ten days with sea salt and the farm’s own maple, smoked over maple and apple wood. Sliced thick.',
    story: 'There is no water in it and no bottled smoke, so it neither spits nor shrinks to half. The Abernathys cure bellies in bins for ten days, turn them by hand, hang them a night and smoke them the length of a working day.',
    cooking: [
      'Start in a cold pan over medium heat and turn often, 10 to 12 minutes.',
      'Or lay on a rack and bake at 400 °F for 18 minutes.',
      'Keep the fat. Eggs, greens and cornbread are all better for it.',
    ],
    nutrition: facts([160, 10, 13, 4.6, 32, 480, 1], 34),
    raised: 'Outdoors in family groups on pasture and in maple woods, with barley, whey and apples.',
    badges: ['Wood-smoked', 'Heritage breed'],
    picture: { plan: 'bacon', flesh: 'cured', surface: 'paper', marbling: 0.4, fatCap: 0.5, garnish: ['pepper'], pieces: 5, seed: 33,
      alt: 'Five thick slices of streaky bacon overlapping on butcher paper' },
    offers: [
      pack('12 oz', ounces(12), 6, 1290, [140, 120, 96]),
      pack('3 × 12 oz', ounces(36), 18, 3690, [64, 50, 42]),
      pack('5 lb ends and pieces', pounds(5), 30, 4990, [12, 0, 8], { max: 6 }),
    ],
    featuredRank: 7, addedOn: '2026-03-16', inFirstShop: true,
  },
]
