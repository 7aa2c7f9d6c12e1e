import { scrapedBone } from '../bone-and-skin.ts'
import { seededRandom } from '../noise.ts'
import { curve, type Polygon, path, place, points, ribbon } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { section } from '../section.ts'
import { inside, raise } from './muscles.ts'

const RIBEYE: Polygon =
  points(`268,440 322,282 470,172 655,140 820,178 932,280 972,420 944,566 862,690 735,756 590,752 448,712
    328,628 276,540`)

const RIBEYE_EYE: Polygon = points(
  `352,470 404,362 520,312 650,326 742,402 778,520 742,640 636,706 494,682 384,600`,
)

const RIBEYE_CAP: Polygon =
  points(`352,352 462,240 640,192 800,222 900,312 934,430 908,556 842,648 806,614 836,520 812,402 716,304
    574,264 450,306 378,384`)

const RIBEYE_TAIL: Polygon = points(`304,440 330,412 342,470 334,540 352,600 320,570 296,500`)

export function ribeye({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const p = palettes[flesh]
  const turn = random(-0.12, 0.12)
  const squash = random(0.94, 1.04)
  const set = (polygon: Polygon) =>
    place(
      polygon.map(([x, y]) => [x - 615, (y - 450) * squash] as const),
      { x: 605, y: 440, turn, size: 0.98 },
    )
  const muscles = [
    { inside: inside(set(RIBEYE_EYE)), turn: 0.5, stretch: 1.6, tone: 0.1 },
    { inside: inside(set(RIBEYE_CAP)), turn: 1.2, marbling: 1.25, tone: -0.18 },
    { inside: inside(set(RIBEYE_TAIL)), turn: 1.5, marbling: 0.8 },
  ]
  return [
    {
      outline: curve(set(raise(RIBEYE, 30 * fatCap, 450))),
      seed,
      rough: 12,
      rim: 44,
      rise: 26,
      wall: 26,
      material: section({ palette: p, seed, marbling, muscles, trim: 4 + 6 * fatCap, seam: 17 }),
    },
  ]
}

export function tomahawk(picture: CutPicture): Piece[] {
  const { flesh, marbling, fatCap, seed } = picture
  const set = (polygon: Polygon) =>
    place(
      polygon.map(([x, y]) => [x - 615, y - 450] as const),
      { x: 400, y: 560, turn: -0.5, size: 0.82 },
    )
  const muscles = [
    { inside: inside(set(RIBEYE_EYE)), turn: 0.5, stretch: 1.6, tone: 0.1 },
    { inside: inside(set(RIBEYE_CAP)), turn: 1.2, marbling: 1.25, tone: -0.18 },
  ]
  const handle = path(points(`430,640 560,640 700,560 850,420 960,280 1056,170`))
  return [
    {
      outline: ribbon(handle, (t) => 46 + 22 * t * t - 8 * Math.sin(t * 3.1)),
      seed: seed + 3,
      rough: 4,
      rim: 24,
      rise: 22,
      wall: 14,
      material: scrapedBone(seed),
    },
    {
      outline: curve(set(raise(RIBEYE, 24 * fatCap, 450))),
      seed,
      rough: 11,
      rim: 44,
      rise: 28,
      wall: 34,
      shadow: 30,
      material: section({ palette: palettes[flesh], seed, marbling, muscles, trim: 5 + 7 * fatCap }),
    },
  ]
}

const STRIP: Polygon =
  points(`206,380 318,268 520,216 742,218 920,262 1006,356 1000,470 912,560 742,604 560,656 404,700
    276,664 208,560 186,462`)

const STRIP_EYE: Polygon =
  points(`228,440 300,348 440,306 620,300 800,304 930,346 972,420 946,492 860,540 712,572 548,622 402,662
    296,634 236,550`)

export function strip({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const placing = { x: 0, y: 0 }
  const muscles = [{ inside: inside(place(STRIP_EYE, placing)), turn: 0.15, stretch: 1.8 }]
  return [
    {
      outline: curve(raise(STRIP, 34 * fatCap, 420)),
      seed,
      rough: 10,
      rim: 42,
      rise: 26,
      wall: 28,
      material: section({ palette: p, seed, marbling, muscles, trim: 5 }),
    },
  ]
}
