/** Seafood. */
import { facts, ounces, pack, pounds } from '../packs.ts'
import type { Variety } from '../types.ts'

export const seafood: Variety[] = [
  {
    slug: 'sockeye-salmon-side', family: 'salmon-fillet', name: 'Sockeye salmon side', farm: 'tern-point-fisheries', animal: 'seafood', cut: 'fillet',
    summary: 'Reef-netted sockeye, pin bones out, skin on. The reddest fish in the sea and the cleanest taste.',
    story: 'A reef net is two boats, a net of rope and grass, and people on a ladder watching for fish. What swims in by mistake swims out alive. The sockeye are bled at once and the sides frozen on shore by evening.',
    cooking: [
      'Thaw overnight in the refrigerator, out of the plastic. Pat dry, salt lightly.',
      'Roast skin down at 300 °F for 14 to 18 minutes, to 120 °F in the thickest part.',
      'Or grill on a soaked cedar plank with the lid down.',
    ],
    nutrition: facts([190, 24, 10, 1.8, 70, 65]),
    raised: 'Wild, caught by reef net off Lummi Island from July to September.',
    badges: ['Wild-caught', 'Small boat'],
    picture: { plan: 'salmon', flesh: 'sockeye', surface: 'oak', marbling: 0.2, fatCap: 0, garnish: ['lemon', 'thyme'], seed: 71,
      alt: 'A whole side of deep red sockeye salmon with its herringbone grain on an oak board, lemon beside it' },
    offers: [
      pack('2 × 6 oz', ounces(12), 2, 2390, [60, 44, 50]),
      pack('1.75 lb side', pounds(1.75), 4, 5250, [34, 20, 26]),
      pack('2 × 1.75 lb sides', pounds(3.5), 8, 10200, [12, 4, 8]),
    ],
    featuredRank: 10, addedOn: '2026-08-10', inFirstShop: true,
  },
  {
    slug: 'halibut-portions', family: 'halibut-fillet', name: 'Pacific halibut portions', farm: 'tern-point-fisheries', animal: 'seafood', cut: 'fillet',
    summary: 'Longlined off Cape Flattery. Thick, snow-white portions in large sweet flakes.',
    story: 'Halibut are landed one hook at a time from water 600 feet deep. The Ardis takes fish between 15 and 40 pounds, old enough to have flavor and young enough to stay tender, and cuts only the thick of the fillet into portions.',
    cooking: [
      'Thaw overnight in the refrigerator, pat very dry, salt.',
      'Sear skinned side up in butter over medium heat for 5 minutes, turn, 2 minutes more.',
      'Stop at 125 °F. Halibut forgives little past 135 °F.',
    ],
    nutrition: facts([110, 22, 2, 0.4, 55, 78]),
    raised: 'Wild, caught by longline off the Washington coast from March to June.',
    badges: ['Wild-caught', 'Small boat'],
    picture: { plan: 'white-fish', flesh: 'white-fish', surface: 'slate', marbling: 0, fatCap: 0, garnish: ['lemon', 'salt'], pieces: 3, seed: 72,
      alt: 'Three thick white halibut portions with large flakes on slate with lemon' },
    offers: [
      pack('2 × 6 oz', ounces(12), 2, 2990, [48, 32, 30]),
      pack('4 × 6 oz', ounces(24), 4, 5750, [30, 18, 5]),
      pack('8 × 6 oz', ounces(48), 8, 11200, [10, 6, 4]),
    ],
    featuredRank: 12, addedOn: '2026-05-04', inFirstShop: true,
  },
]
