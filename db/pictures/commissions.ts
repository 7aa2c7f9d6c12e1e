/** Every picture the shop wants, with the data it is painted from. */
import type { Sharp } from 'sharp'
import { farms } from '#db/seeds/shelves/farms.ts'
import type { CutPicture } from '#db/seeds/shelves/pictures.ts'
import type { Farm, Variety } from '#db/seeds/shelves/types.ts'
import { varieties } from '#db/seeds/shelves/varieties.ts'
import { cutLayer, paintClose, paintCut } from './cut-picture.ts'
import { paintJar } from './jar-picture.ts'
import type { LabelWords } from './label.ts'
import { paintFarm } from './landscape/farm-picture.ts'
import type { Layer } from './layer.ts'
import { paintPack } from './pack-picture.ts'
import { isPantry } from './plans/plans.ts'

export type Commission = {
  name: string
  alt: string
  width: number
  height: number
  /** Whatever decides the picture; its hash tells whether it must be painted again. */
  from: unknown
  paint: () => Promise<Sharp>
}

/** Raise it after changing how a family of pictures is painted, and the next run paints them all again. */
const EDITION = { cut: 2, pack: 2, close: 2, farm: 2, jar: 1 }

const CUT = { width: 1280, height: 960 }
const FARM = { width: 1280, height: 853 }

export function commissions(): Commission[] {
  return [...farms.map(ofFarm), ...varieties.flatMap(ofVariety), hero()]
}

function ofFarm({ slug, landscape }: Farm): Commission {
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
  const size = { width: 1920, height: 1080 }
  const landscape = { ...heroFarm().landscape, seed: 4 }
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

function ofVariety(variety: Variety): Commission[] {
  const { slug, picture, name } = variety
  const words = wordsOf(variety)
  const cut = once(() => cutLayer(picture, CUT.width))
  return isPantry(picture)
    ? [
        {
          name: `cut-${slug}`,
          alt: picture.alt,
          ...CUT,
          from: [EDITION.jar, picture, words],
          paint: () => paintJar(picture, words, CUT.width),
        },
        {
          name: `pack-${slug}`,
          alt: `${name} in a bowl, seen from above`,
          ...CUT,
          from: [EDITION.cut, picture],
          paint: async () => paintCut(picture, cut()),
        },
        {
          name: `close-${slug}`,
          alt: `${name}, close by`,
          ...CUT,
          from: [EDITION.close, picture],
          paint: async () => paintClose(picture, CUT.width),
        },
      ]
    : [
        {
          name: `cut-${slug}`,
          alt: picture.alt,
          ...CUT,
          from: [EDITION.cut, picture],
          paint: async () => paintCut(picture, cut()),
        },
        {
          name: `pack-${slug}`,
          alt: `${name} in clear film with the label of ${words.farm}`,
          ...CUT,
          from: [EDITION.pack, EDITION.cut, picture, words],
          paint: () => paintPack(picture, cut(), words),
        },
        {
          name: `close-${slug}`,
          alt: closeAlt(name, picture),
          ...CUT,
          from: [EDITION.close, picture],
          paint: async () => paintClose(picture, CUT.width),
        },
      ]
}

const closeAlt = (name: string, { marbling }: CutPicture) =>
  marbling >= 0.25 ? `${name} close by, its marbling and grain` : `${name}, close by`

function wordsOf({ farm: slug, name, animal, picture }: Variety): LabelWords {
  const farm = farms.find((candidate) => candidate.slug === slug)
  if (!farm) throw new Error(`${name} names the farm ${slug}, which is not on the shelves.`)
  return {
    farm: farm.name,
    name,
    place: `${farm.town}, ${farm.state}`,
    note: animal === 'pantry' ? 'Keep cool and dry' : 'Keep frozen',
    animal,
    seed: picture.seed,
  }
}

/** The same cut is shown bare and in its pack, but drawn once. */
function once(draw: () => Layer): () => Layer {
  let drawn: Layer | undefined
  return () => (drawn ??= draw())
}
