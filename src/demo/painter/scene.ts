/** The data that decides a picture, for cuts and farms. Values are in scenes.json. */

export type Plan =
  | 'ribeye'
  | 'strip'
  | 'filet'
  | 'sirloin'
  | 't-bone'
  | 'tomahawk'
  | 'chop'
  | 'lamb-chops'
  | 'shank'
  | 'brisket'
  | 'roast'
  | 'flank'
  | 'tri-tip'
  | 'short-ribs'
  | 'rib-slab'
  | 'rack'
  | 'belly'
  | 'leg'
  | 'bird'
  | 'breasts'
  | 'thighs'
  | 'drumsticks'
  | 'wings'
  | 'salmon'
  | 'portions'
  | 'fish-steak'
  | 'whole-fish'
  | 'scallops'
  | 'shrimp'
  | 'oysters'
  | 'ground'
  | 'patties'
  | 'sausages'
  | 'bacon'
  | 'stew'
  | 'ham'
  | 'jar'
  | 'tin'
  | 'pouch'
  | 'marrow'

export type Surface = 'paper' | 'slate' | 'oak' | 'linen' | 'marble' | 'walnut'

export type Flesh =
  | 'beef'
  | 'aged-beef'
  | 'wagyu'
  | 'bison'
  | 'pork'
  | 'heritage-pork'
  | 'cured'
  | 'lamb'
  | 'chicken'
  | 'turkey'
  | 'duck'
  | 'king-salmon'
  | 'sockeye'
  | 'trout'
  | 'white-fish'
  | 'tuna'
  | 'shellfish'
  | 'tallow'
  | 'broth'
  | 'honey'
  | 'rub'
  | 'bean'

export type Garnish = 'salt' | 'pepper' | 'thyme' | 'rosemary' | 'lemon' | 'garlic' | 'bay' | 'sage'

export type CutPicture = {
  plan: Plan
  flesh: Flesh
  surface: Surface
  /** 0 is lean, 0.5 a good Choice, 1 an A5 Wagyu. */
  marbling: number
  /** Thickness of the outer fat, from 0 (trimmed) to 1 (whole). */
  fatCap: number
  garnish: Garnish[]
  pieces?: number
  seed: number
  alt: string
}

export type Hour = 'dawn' | 'morning' | 'noon' | 'golden' | 'dusk' | 'overcast'
export type FarBand = 'peaks' | 'hills' | 'mesas' | 'plain' | 'bluffs' | 'sea' | 'islands'
export type Ground = 'pasture' | 'wheat' | 'rows' | 'sage' | 'snow' | 'marsh' | 'sand' | 'clover' | 'prairie'
export type Trees =
  | 'conifers'
  | 'broadleaf'
  | 'oaks'
  | 'palms'
  | 'orchard'
  | 'saguaro'
  | 'cottonwoods'
  | 'bare'
  | 'autumn'
  | 'none'
export type Water = 'none' | 'river' | 'pond' | 'sea' | 'slough'
export type Fence = 'split-rail' | 'board' | 'wire' | 'stone' | 'none'
export type Herd =
  | 'cattle'
  | 'black-cattle'
  | 'bison'
  | 'sheep'
  | 'pigs'
  | 'hens'
  | 'turkeys'
  | 'ducks'
  | 'boats'
  | 'none'
export type BuildingKind =
  | 'gambrel'
  | 'gable'
  | 'farmhouse'
  | 'quonset'
  | 'adobe'
  | 'pole-barn'
  | 'silo'
  | 'windmill'
  | 'smokehouse'
  | 'boathouse'
  | 'lighthouse'
  | 'coop'

export type Building = {
  kind: BuildingKind
  /** Horizontal position, 0 (left) to 1 (right). */
  at: number
  size: number
  wall: string
  roof: string
}

export type Landscape = {
  seed: number
  hour: Hour
  /** Position as a share of the picture. */
  sun: { at: number; height: number }
  far: FarBand
  ground: Ground
  trees: Trees
  water: Water
  fence: Fence
  herd: Herd
  buildings: Building[]
  /** From 0 (flat) to 1 (steep). */
  relief: number
  alt: string
}
