/** Every picture the shop needs, with the data it is painted from. */
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { farms, varieties } from '../catalog.ts'
import { cutLayer, paintClose, paintCut } from './cut-picture.ts'
import { paintJar } from './jar-picture.ts'
import type { LabelText } from './label.ts'
import { paintFarm } from './landscape/farm-picture.ts'
import type { Layer } from './layer.ts'
import { WIDTHS } from './manifest.ts'
import { paintMap } from './map/map-picture.ts'
import outlines from './map/outlines.json' with { type: 'json' }
import { paintPack } from './pack-picture.ts'
import { isPantry } from './plans/plans.ts'
import type { CutPicture } from './scene.ts'
import { landscapeOf, pictureOf } from './scenes.ts'

type Farm = (typeof farms)[number]
type Variety = (typeof varieties)[number]

export type PictureSpec = {
  name: string
  /** Affects compression: meat up close, or a scene with sky. */
  kind: 'cut' | 'scene'
  alt: string
  width: number
  height: number
  /** The width of a file smaller than the usual ones. */
  thumbnail?: number
  /** Everything that decides the picture. Its hash tells whether to paint it again. */
  inputs: unknown
  paint: () => Promise<Sharp>
}

/** Raise a number after changing how its pictures are painted. The next run then repaints all of them. */
const EDITION = { cut: 2, pack: 2, close: 2, farm: 3, jar: 1, map: 1 }

const CUT = { kind: 'cut', width: 1280, height: 960 } as const
/** Farms are rounds of about 100 pixels on their map. */
export const ROUND_ON_MAP = 160

const FARM = { kind: 'scene', width: 1280, height: 853 } as const

export function pictureSpecs(): PictureSpec[] {
  return [
    ...farms.map(farmSpec),
    heroSpec(),
    mapSpec(),
    ...varieties.flatMap(pairSpecs),
    ...varieties.map(closeUpSpec),
  ]
}

function farmSpec({ slug }: Farm): PictureSpec {
  const landscape = landscapeOf(slug)
  return {
    name: `farm-${slug}`,
    alt: landscape.alt,
    ...FARM,
    thumbnail: ROUND_ON_MAP,
    inputs: [EDITION.farm, landscape, ROUND_ON_MAP],
    paint: () => paintFarm(landscape, FARM.width, FARM.height),
  }
}

/** A wide view of the first farm, for the top of the home page. */
function heroSpec(): PictureSpec {
  const size = { kind: 'scene', width: 1920, height: 1080 } as const
  const landscape = { ...landscapeOf(heroFarm().slug), seed: 4 }
  return {
    name: 'hero',
    alt: landscape.alt,
    ...size,
    inputs: [EDITION.farm, landscape, size],
    paint: () => paintFarm(landscape, size.width, size.height),
  }
}

function mapSpec(): PictureSpec {
  const size = { kind: 'scene', width: 1950, height: 1220 } as const
  return {
    name: 'us-map',
    alt: 'A map of the United States with its mountains, woods and grassland',
    ...size,
    inputs: [EDITION.map, outlines],
    paint: () => paintMap(size.width, size.height),
  }
}

function heroFarm(): Farm {
  const [first] = farms
  if (!first) throw new Error('The catalog has no farm to paint the hero from.')
  return first
}

function pairSpecs(variety: Variety): PictureSpec[] {
  const { slug } = variety
  const picture = pictureOf(slug)
  const [first, second] = isPantry(picture) ? pantryPair(variety) : cutPair(variety)
  return [
    { name: `cut-${slug}`, alt: picture.alt, ...CUT, ...first },
    { name: `pack-${slug}`, ...CUT, ...second },
  ]
}

type MainPicture = Pick<PictureSpec, 'inputs' | 'paint'>
type SecondPicture = MainPicture & Pick<PictureSpec, 'alt'>

function cutPair(variety: Variety): [MainPicture, SecondPicture] {
  const { slug, name = '' } = variety
  const picture = pictureOf(slug)
  const labelText = labelTextFor(variety)
  return [
    { inputs: [EDITION.cut, picture], paint: async () => paintCut(picture, drawnCut(picture)) },
    {
      alt: `${name} vacuum-packed with the ${labelText.farm} label`,
      inputs: [EDITION.pack, EDITION.cut, picture, labelText],
      paint: () => paintPack(picture, drawnCut(picture), labelText),
    },
  ]
}

function pantryPair(variety: Variety): [MainPicture, SecondPicture] {
  const { slug, name = '' } = variety
  const picture = pictureOf(slug)
  const labelText = labelTextFor(variety)
  return [
    { inputs: [EDITION.jar, picture, labelText], paint: () => paintJar(picture, labelText, CUT.width) },
    {
      alt: `${name} in a bowl, seen from above`,
      inputs: [EDITION.cut, picture],
      paint: async () => paintCut(picture, drawnCut(picture)),
    },
  ]
}

function closeUpSpec({ slug, name = '' }: Variety): PictureSpec {
  const picture = pictureOf(slug)
  return {
    name: `close-${slug}`,
    alt: closeUpAlt(name, picture),
    ...CUT,
    inputs: [EDITION.close, picture],
    paint: async () => paintClose(picture, CUT.width),
  }
}

const closeUpAlt = (name: string, { marbling }: CutPicture) =>
  marbling >= 0.25 ? `${name}, close up, showing its marbling and grain` : `${name}, close up`

function labelTextFor({ slug, farm: farmSlug, name = '', animal = 'beef' }: Variety): LabelText {
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

let lastDrawn: { picture: CutPicture; layer: Layer } | null = null

/** Draws a cut once for both of its pictures. Only the latest drawing is cached. */
function drawnCut(picture: CutPicture): Layer {
  if (lastDrawn?.picture !== picture) lastDrawn = { picture, layer: cutLayer(picture, CUT.width) }
  return lastDrawn.layer
}

export function hashOf({ inputs, width, height }: PictureSpec): string {
  return createHash('sha256')
    .update(JSON.stringify([inputs, width, height, WIDTHS]))
    .digest('hex')
    .slice(0, 16)
}
