/** Every picture the shop wants, with the data it is painted from. */
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { farms, varieties } from '../catalog.ts'
import { cutLayer, paintClose, paintCut } from './cut-picture.ts'
import { paintJar } from './jar-picture.ts'
import type { LabelWords } from './label.ts'
import { paintFarm } from './landscape/farm-picture.ts'
import type { Layer } from './layer.ts'
import { WIDTHS } from './manifest.ts'
import { paintPack } from './pack-picture.ts'
import { isPantry } from './plans/plans.ts'
import type { CutPicture } from './scene.ts'
import { landscapeOf, pictureOf } from './scenes.ts'

type Farm = (typeof farms)[number]
type Variety = (typeof varieties)[number]

export type Commission = {
  name: string
  /** Meat seen near, or a view with a sky in it. */
  kind: 'cut' | 'scene'
  alt: string
  width: number
  height: number
  /** Whatever decides the picture; its hash tells whether it must be painted again. */
  from: unknown
  paint: () => Promise<Sharp>
}

/** Raise it after changing how a family of pictures is painted, and the next run paints them all again. */
const EDITION = { cut: 2, pack: 2, close: 2, farm: 3, jar: 1 }

const CUT = { kind: 'cut', width: 1280, height: 960 } as const
const FARM = { kind: 'scene', width: 1280, height: 853 } as const

export function commissions(): Commission[] {
  return [...farms.map(ofFarm), hero(), ...varieties.flatMap(pairOf), ...varieties.map(closeOf)]
}

function ofFarm({ slug }: Farm): Commission {
  const landscape = landscapeOf(slug)
  return {
    name: `farm-${slug}`,
    alt: landscape.alt,
    ...FARM,
    from: [EDITION.farm, landscape],
    paint: () => paintFarm(landscape, FARM.width, FARM.height),
  }
}

/** The widest view of the first farm, for the head of the home page. */
function hero(): Commission {
  const size = { kind: 'scene', width: 1920, height: 1080 } as const
  const landscape = { ...landscapeOf(heroFarm().slug), seed: 4 }
  return {
    name: 'hero',
    alt: landscape.alt,
    ...size,
    from: [EDITION.farm, landscape, size],
    paint: () => paintFarm(landscape, size.width, size.height),
  }
}

function heroFarm(): Farm {
  const [first] = farms
  if (!first) throw new Error('The shelves hold no farm to paint the hero from.')
  return first
}

/** The main picture and the second one: bare and packed, or jar and bowl. */
function pairOf(variety: Variety): Commission[] {
  const { slug } = variety
  const picture = pictureOf(slug)
  const [first, second] = isPantry(picture) ? pantryPair(variety) : cutPair(variety)
  return [
    { name: `cut-${slug}`, alt: picture.alt, ...CUT, ...first },
    { name: `pack-${slug}`, ...CUT, ...second },
  ]
}

type First = Pick<Commission, 'from' | 'paint'>
type Second = First & Pick<Commission, 'alt'>

function cutPair(variety: Variety): [First, Second] {
  const { slug, name = '' } = variety
  const picture = pictureOf(slug)
  const words = wordsOf(variety)
  return [
    { from: [EDITION.cut, picture], paint: async () => paintCut(picture, cutOf(picture)) },
    {
      alt: `${name} in clear film with the label of ${words.farm}`,
      from: [EDITION.pack, EDITION.cut, picture, words],
      paint: () => paintPack(picture, cutOf(picture), words),
    },
  ]
}

function pantryPair(variety: Variety): [First, Second] {
  const { slug, name = '' } = variety
  const picture = pictureOf(slug)
  const words = wordsOf(variety)
  return [
    { from: [EDITION.jar, picture, words], paint: () => paintJar(picture, words, CUT.width) },
    {
      alt: `${name} in a bowl, seen from above`,
      from: [EDITION.cut, picture],
      paint: async () => paintCut(picture, cutOf(picture)),
    },
  ]
}

function closeOf({ slug, name = '' }: Variety): Commission {
  const picture = pictureOf(slug)
  return {
    name: `close-${slug}`,
    alt: closeAlt(name, picture),
    ...CUT,
    from: [EDITION.close, picture],
    paint: async () => paintClose(picture, CUT.width),
  }
}

const closeAlt = (name: string, { marbling }: CutPicture) =>
  marbling >= 0.25 ? `${name} close by, its marbling and grain` : `${name}, close by`

function wordsOf({ slug, farm: farmSlug, name = '', animal = 'beef' }: Variety): LabelWords {
  const farm = farms.find((candidate) => candidate.slug === farmSlug)
  if (!farm) throw new Error(`${name} names the farm ${farmSlug}, which is not in the catalog.`)
  return {
    farm: farm.name ?? '',
    name,
    place: `${farm.town}, ${farm.state}`,
    note: animal === 'pantry' ? 'Keep cool and dry' : 'Keep frozen',
    animal,
    seed: pictureOf(slug).seed,
  }
}

let last: { picture: CutPicture; layer: Layer } | null = null

/** The same cut is shown bare and then in its pack, but drawn once; only the last one is kept. */
function cutOf(picture: CutPicture): Layer {
  if (last?.picture !== picture) last = { picture, layer: cutLayer(picture, CUT.width) }
  return last.layer
}

/** Changes when anything changes that the picture is painted from. */
export function hashOf({ from, width, height }: Commission): string {
  return createHash('sha256')
    .update(JSON.stringify([from, width, height, WIDTHS]))
    .digest('hex')
    .slice(0, 16)
}
