import type { Piece } from '../pieces.ts'
import type { CutPicture, Plan } from '../scene.ts'
import { breasts, drumsticks, thighs, wings } from './bird-parts.ts'
import { bird } from './birds.ts'
import { bowl } from './bowls.ts'
import { chop, ham, lambChops } from './chops.ts'
import { fishSteak, portions, salmon } from './fish-cuts.ts'
import { belly, flank, triTip } from './flat-cuts.ts'
import { bacon, sausages } from './links.ts'
import { filet, porterhouse, sirloin } from './loin.ts'
import { ground, patties, stew } from './minced.ts'
import { rack, ribSlab, shortRibs } from './ribs.ts'
import { brisket, leg, roast } from './roasts.ts'
import { marrowBones, shank } from './shanks.ts'
import { oysters, scallops, shrimp } from './shellfish.ts'
import { ribeye, strip, tomahawk } from './steaks.ts'
import { wholeFish } from './whole-fish.ts'

const plans: Record<Plan, (picture: CutPicture) => Piece[]> = {
  ribeye,
  strip,
  filet,
  sirloin,
  tomahawk,
  chop,
  shank,
  ham,
  brisket,
  roast,
  flank,
  rack,
  belly,
  leg,
  bird,
  breasts,
  thighs,
  drumsticks,
  wings,
  salmon,
  scallops,
  shrimp,
  oysters,
  ground,
  patties,
  sausages,
  bacon,
  stew,
  't-bone': porterhouse,
  'lamb-chops': lambChops,
  'tri-tip': triTip,
  'short-ribs': shortRibs,
  'rib-slab': ribSlab,
  portions,
  'fish-steak': fishSteak,
  'whole-fish': wholeFish,
  marrow: marrowBones,
  jar: bowl,
  tin: bowl,
  pouch: bowl,
}

/** A cut seen from above. Goods in a jar, tin or pouch are shown in a bowl. */
export const planPieces = (picture: CutPicture): Piece[] => plans[picture.plan](picture)

export const isPantry = ({ plan }: CutPicture) => plan === 'jar' || plan === 'tin' || plan === 'pouch'
