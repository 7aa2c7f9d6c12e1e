/** Which body plan draws which picture. */
import type { CutPicture, Plan } from '#db/seeds/shelves/pictures.ts'
import type { Piece } from '../layer.ts'
import { bird, breasts, drumsticks, thighs, wings } from './birds.ts'
import { bowl } from './pantry.ts'
import { bacon, ground, patties, sausages, stew } from './ground.ts'
import { fishSteak, oysters, salmon, scallops, shrimp, whiteFish, wholeFish } from './sea.ts'
import { belly, brisket, flank, leg, rack, ribSlab, roast, shortRibs, triTip } from './slabs.ts'
import { chop, filet, ham, lambChops, marrowBones, porterhouse, ribeye, shank, sirloin, strip, tomahawk } from './steaks.ts'


const plans: Record<Plan, (picture: CutPicture) => Piece[]> = {
  ribeye, strip, filet, sirloin, tomahawk, chop, shank, ham, brisket, roast, flank, rack, belly, leg, bird, breasts, thighs, drumsticks,
  wings, salmon, scallops, shrimp, oysters, ground, patties, sausages, bacon, stew,
  't-bone': porterhouse,
  'lamb-chops': lambChops,
  'tri-tip': triTip,
  'short-ribs': shortRibs,
  'rib-slab': ribSlab,
  'white-fish': whiteFish,
  'fish-steak': fishSteak,
  'whole-fish': wholeFish,
  marrow: marrowBones,
  jar: bowl,
  tin: bowl,
  pouch: bowl,
}

/** The pieces of a cut seen from above; of what stands in a jar, a tin or a pouch, a bowlful. */
export const planPieces = (picture: CutPicture): Piece[] => plans[picture.plan](picture)

export const isPantry = ({ plan }: CutPicture) => plan === 'jar' || plan === 'tin' || plan === 'pouch'
