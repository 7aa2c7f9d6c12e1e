/** Cuts across the animal: muscles, the fat between them, the bone they hang on. */
import type { CutPicture } from '#db/seeds/shelves/pictures.ts'
import { palettes, scrapedBone, section } from '../flesh.ts'
import type { Piece } from '../layer.ts'
import { curve, distanceTo, oval, path, place, type Placing, type Polygon, ribbon } from '../outline.ts'
import { dice } from '../noise.ts'

const inside = (polygon: Polygon) => distanceTo(curve(polygon), 120)

/** Shifts an outline in or out along one side, to grow a fat cap. */
const raise = (polygon: Polygon, by: number, above: number): Polygon =>
  polygon.map(([x, y]) => [x, y < above ? y - by * ((above - y) / above) * 2 : y] as const)

const RIBEYE: Polygon = [[268, 440], [322, 282], [470, 172], [655, 140], [820, 178], [932, 280], [972, 420], [944, 566], [862, 690], [735, 756], [590, 752], [448, 712], [328, 628], [276, 540]]
const RIBEYE_EYE: Polygon = [[352, 470], [404, 362], [520, 312], [650, 326], [742, 402], [778, 520], [742, 640], [636, 706], [494, 682], [384, 600]]
const RIBEYE_CAP: Polygon = [[352, 352], [462, 240], [640, 192], [800, 222], [900, 312], [934, 430], [908, 556], [842, 648], [806, 614], [836, 520], [812, 402], [716, 304], [574, 264], [450, 306], [378, 384]]
const RIBEYE_TAIL: Polygon = [[304, 440], [330, 412], [342, 470], [334, 540], [352, 600], [320, 570], [296, 500]]

export function ribeye({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const roll = dice(seed)
  const p = palettes[flesh]
  const turn = roll(-0.12, 0.12)
  const squash = roll(0.94, 1.04)
  const set = (polygon: Polygon) =>
    place(polygon.map(([x, y]) => [x - 615, (y - 450) * squash] as const), { x: 605, y: 440, turn, size: 0.98 })
  const muscles = [
    { inside: inside(set(RIBEYE_EYE)), turn: 0.5, stretch: 1.6, tone: 0.1 },
    { inside: inside(set(RIBEYE_CAP)), turn: 1.2, marbling: 1.25, tone: -0.18 },
    { inside: inside(set(RIBEYE_TAIL)), turn: 1.5, marbling: 0.8 },
  ]
  return [{
    outline: curve(set(raise(RIBEYE, 30 * fatCap, 450))), seed, rough: 12, rim: 44, rise: 26, wall: 26,
    material: section({ palette: p, seed, marbling, muscles, trim: 4 + 6 * fatCap, seam: 17 }),
  }]
}

const STRIP: Polygon = [[206, 380], [318, 268], [520, 216], [742, 218], [920, 262], [1006, 356], [1000, 470], [912, 560], [742, 604], [560, 656], [404, 700], [276, 664], [208, 560], [186, 462]]
const STRIP_EYE: Polygon = [[228, 440], [300, 348], [440, 306], [620, 300], [800, 304], [930, 346], [972, 420], [946, 492], [860, 540], [712, 572], [548, 622], [402, 662], [296, 634], [236, 550]]

export function strip({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const put = { x: 0, y: 0 }
  const muscles = [{ inside: inside(place(STRIP_EYE, put)), turn: 0.15, stretch: 1.8 }]
  return [{
    outline: curve(raise(STRIP, 34 * fatCap, 420)), seed, rough: 10, rim: 42, rise: 26, wall: 28,
    material: section({ palette: p, seed, marbling, muscles, trim: 5 }),
  }]
}

const FILET: Polygon = [[-190, -20], [-150, -140], [-20, -196], [120, -170], [196, -50], [186, 80], [100, 172], [-40, 190], [-150, 120]]

export function filet({ flesh, marbling, seed, pieces = 2 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const spots: Placing[] = pieces === 1 ? [{ x: 600, y: 420, size: 1.35 }] : [{ x: 400, y: 370 }, { x: 800, y: 480 }]
  return spots.map((spot, i) => {
    const put = { ...spot, turn: roll(-2, 2), size: (spot.size ?? 1) * roll(0.96, 1.04) }
    const outline = curve(place(FILET, put))
    return {
      outline, seed: seed + i * 9, rough: 8, rim: 66, rise: 34, wall: 62, shadow: 34,
      material: section({ palette: palettes[flesh], seed: seed + i * 9, marbling, muscles: [{ inside: distanceTo(outline, 120), turn: roll(0, 3) }], trim: 2 }),
    }
  })
}

const SIRLOIN: Polygon = [[190, 430], [260, 270], [430, 190], [650, 200], [860, 230], [1000, 330], [1020, 470], [930, 590], [760, 660], [560, 700], [360, 660], [230, 570]]
const SIRLOIN_A: Polygon = [[230, 440], [290, 320], [440, 250], [620, 260], [660, 380], [620, 560], [520, 660], [380, 620], [270, 550]]
const SIRLOIN_B: Polygon = [[680, 260], [850, 280], [970, 360], [985, 460], [900, 560], [750, 620], [600, 650], [660, 540], [700, 400]]

export function sirloin({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const muscles = [
    { inside: inside(SIRLOIN_A), turn: 0.9, stretch: 2 },
    { inside: inside(SIRLOIN_B), turn: -0.3, stretch: 2, tone: -0.12 },
  ]
  return [{
    outline: curve(raise(SIRLOIN, 26 * fatCap, 400)), seed, rough: 12, rim: 42, rise: 24, wall: 26,
    material: section({ palette: palettes[flesh], seed, marbling, muscles, trim: 5 }),
  }]
}

const PORTERHOUSE: Polygon = [[210, 390], [300, 250], [480, 168], [680, 140], [850, 178], [960, 280], [990, 420], [940, 560], [840, 650], [720, 690], [640, 740], [480, 752], [330, 700], [230, 570]]
const PORTERHOUSE_STRIP: Polygon = [[250, 400], [330, 300], [470, 258], [590, 262], [592, 420], [612, 560], [600, 680], [480, 706], [350, 660], [268, 550]]
const PORTERHOUSE_FILET: Polygon = [[690, 270], [820, 240], [920, 310], [948, 420], [904, 530], [810, 612], [700, 620], [660, 500], [664, 370]]
const T_BONE: Polygon = [[430, 214], [560, 180], [700, 172], [830, 196], [838, 226], [700, 234], [664, 262], [650, 380], [656, 520], [640, 590], [622, 560], [614, 420], [604, 262], [560, 240], [440, 246]]

export function porterhouse({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const muscles = [
    { inside: inside(PORTERHOUSE_STRIP), turn: 0.2, stretch: 1.8 },
    { inside: inside(PORTERHOUSE_FILET), turn: 1.2, tone: 0.16, marbling: 0.6 },
  ]
  return [{
    outline: curve(raise(PORTERHOUSE, 20 * fatCap, 400)), seed, rough: 11, rim: 42, rise: 26, wall: 28,
    material: section({ palette: palettes[flesh], seed, marbling, muscles, bones: [inside(T_BONE)], trim: 6 }),
  }]
}

export function tomahawk(picture: CutPicture): Piece[] {
  const { flesh, marbling, fatCap, seed } = picture
  const set = (polygon: Polygon) => place(polygon.map(([x, y]) => [x - 615, y - 450] as const), { x: 390, y: 560, turn: -0.5, size: 0.74 })
  const muscles = [
    { inside: inside(set(RIBEYE_EYE)), turn: 0.5, stretch: 1.6, tone: 0.1 },
    { inside: inside(set(RIBEYE_CAP)), turn: 1.2, marbling: 1.25, tone: -0.18 },
  ]
  const handle = path([[430, 640], [560, 640], [700, 560], [850, 420], [960, 280], [1056, 170]])
  return [
    { outline: ribbon(handle, (t) => 46 + 22 * t * t - 8 * Math.sin(t * 3.1)), seed: seed + 3, rough: 4, rim: 24, rise: 22, wall: 14, material: scrapedBone(seed) },
    {
      outline: curve(set(raise(RIBEYE, 24 * fatCap, 450))), seed, rough: 11, rim: 44, rise: 28, wall: 34, shadow: 30,
      material: section({ palette: palettes[flesh], seed, marbling, muscles, trim: 5 + 7 * fatCap }),
    },
  ]
}

const CHOP: Polygon = [[216, 420], [280, 270], [430, 180], [620, 172], [780, 220], [900, 310], [1000, 392], [1016, 470], [960, 516], [850, 530], [762, 590], [668, 668], [540, 722], [380, 706], [262, 610]]
const CHOP_EYE: Polygon = [[282, 440], [338, 326], [470, 256], [612, 262], [706, 336], [730, 440], [676, 540], [564, 606], [424, 606], [322, 540]]
const CHOP_TAIL: Polygon = [[764, 330], [868, 360], [950, 416], [966, 458], [880, 464], [792, 476], [752, 420]]
const CHOP_BONE: Polygon = [[330, 640], [430, 652], [560, 650], [660, 606], [740, 540], [800, 500], [846, 502], [838, 532], [770, 588], [676, 668], [550, 708], [400, 694]]

export function chop({ flesh, marbling, fatCap, seed, pieces = 1 }: CutPicture): Piece[] {
  const spots: Placing[] = pieces === 1 ? [{ x: 600, y: 450, turn: 0 }] : [{ x: 420, y: 380, size: 0.72, turn: -0.4 }, { x: 780, y: 520, size: 0.74, turn: 0.3 }]
  return spots.map((spot, i) => {
    const own = seed + i * 13
    const set = (polygon: Polygon) => place(polygon.map(([x, y]) => [x - 610, y - 450] as const), spot)
    const muscles = [
      { inside: inside(set(CHOP_EYE)), turn: 0.4, stretch: 1.7 },
      { inside: inside(set(CHOP_TAIL)), turn: 0.2, tone: -0.3 },
    ]
    return {
      outline: curve(set(raise(CHOP, 30 * fatCap, 450))), seed: own, rough: 10, rim: 40, rise: 26, wall: 30,
      material: section({ palette: palettes[flesh], seed: own, marbling, muscles, bones: [inside(set(CHOP_BONE))], trim: 6, reach: 30 }),
    }
  })
}

const LAMB_EYE: Polygon = [[-96, 10], [-70, -70], [10, -104], [88, -66], [104, 16], [64, 86], [-20, 104], [-78, 72]]
const LAMB_CHOP: Polygon = [[-126, 20], [-100, -92], [0, -138], [112, -100], [140, 10], [100, 112], [0, 136], [-90, 110]]

export function lambChops({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const roll = dice(seed)
  return Array.from({ length: pieces }, (_, i) => {
    const put: Placing = { x: 300 + (i % 4) * 190 + (i % 2) * 20, y: 560 - (i % 2) * 60, turn: -0.1 + roll(-0.12, 0.12), size: 1.02 }
    const own = seed + i * 11
    const bone = path([[40, -90], [66, -200], [70, -310], [40, -420]])
    return [
      { outline: place(ribbon(bone, (t) => 34 - 8 * Math.sin(t * 3.1) + 4 * t), put), seed: own + 1, rough: 3, rim: 16, rise: 16, material: scrapedBone(own) },
      {
        outline: curve(place(LAMB_CHOP, put)), seed: own, rough: 8, rim: 34, rise: 22, wall: 22,
        material: section({ palette: palettes[flesh], seed: own, marbling, muscles: [{ inside: inside(place(LAMB_EYE, put)), turn: roll(0, 3) }], trim: 4 }),
      },
    ]
  }).flat()
}

const SHANK: Polygon = [[-196, 10], [-170, -110], [-60, -186], [80, -180], [180, -90], [198, 40], [130, 150], [0, 190], [-130, 150]]
const SHANK_MUSCLES: Polygon[] = [
  [[-168, -10], [-146, -96], [-60, -152], [-10, -140], [-40, -80], [-78, -30], [-130, 10]],
  [[20, -150], [90, -150], [152, -80], [164, 20], [110, 20], [70, -40], [30, -90]],
  [[100, 50], [156, 50], [110, 128], [10, 160], [0, 110], [60, 84]],
  [[-160, 30], [-90, 20], [-60, 80], [-20, 110], [-20, 158], [-110, 130]],
]

const QUARTET: Placing[] = [{ x: 330, y: 300 }, { x: 760, y: 260 }, { x: 440, y: 640 }, { x: 880, y: 600 }]

export function shank({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const spots = pieces === 1 ? [{ x: 600, y: 440, size: 1.7 }] : QUARTET.slice(0, pieces)
  return spots.map((spot, i) => {
    const own = seed + i * 17
    const put: Placing = { ...spot, turn: roll(-3, 3), size: (spot.size ?? 0.98) * roll(0.9, 1.06), flip: i % 2 === 1 }
    const muscles = SHANK_MUSCLES.map((m, k) => ({ inside: inside(place(m, put)), turn: k, tone: k % 2 ? -0.15 : 0.05 }))
    return [
      {
        outline: curve(place(SHANK, put)), seed: own, rough: 9, rim: 36, rise: 24, wall: 40, shadow: 30,
        material: section({ palette: palettes[flesh], seed: own, marbling, muscles, trim: 5, reach: 30, seam: 7 }),
      },
      marrowRing(put, own),
    ].flat()
  }).flat()
}

function marrowRing(put: Placing, seed: number): Piece[] {
  const ring = place(curve([[-62, 0], [-40, -56], [20, -64], [64, -20], [58, 40], [0, 62], [-48, 44]]), put)
  const hole = place(curve([[-38, 2], [-22, -34], [14, -38], [40, -10], [34, 26], [0, 38], [-28, 28]]), put)
  const marrow = palettes.tallow
  return [
    { outline: ring, seed: seed + 5, rough: 4, rim: 10, rise: 6, shadow: 5, material: scrapedBone(seed + 6) },
    {
      outline: hole, seed: seed + 7, rough: 5, rim: 9, rise: -5, shadow: 0,
      material: section({ palette: { ...marrow, fat: [0.8, 0.58, 0.42], cream: [0.88, 0.7, 0.54] }, seed: seed + 8, marbling: 0, muscles: [] }),
    },
  ]
}

export function marrowBones(picture: CutPicture): Piece[] {
  const roll = dice(picture.seed)
  const spots: Placing[] = [{ x: 290, y: 300 }, { x: 570, y: 250 }, { x: 850, y: 310 }, { x: 400, y: 570 }, { x: 690, y: 590 }, { x: 950, y: 600 }]
  return spots.flatMap((spot, i) => {
    const put: Placing = { ...spot, turn: roll(-3, 3), size: roll(1.75, 2.1) }
    const base = place(curve([[-66, 0], [-44, -60], [20, -68], [68, -20], [62, 42], [0, 66], [-52, 48]]), put)
    return [
      { outline: base, seed: picture.seed + i, rough: 6, rim: 20, rise: 18, wall: 46, shadow: 30, material: scrapedBone(picture.seed + i) },
      ...marrowRing(put, picture.seed + i * 5),
    ]
  })
}

const HAM: Polygon = [[200, 450], [250, 290], [420, 190], [640, 170], [850, 220], [990, 350], [1000, 500], [900, 640], [700, 720], [460, 710], [280, 610]]
const HAM_MUSCLES: Polygon[] = [
  [[250, 450], [300, 330], [440, 246], [600, 232], [640, 330], [560, 420], [420, 470], [300, 520]],
  [[680, 240], [830, 270], [940, 370], [950, 480], [820, 500], [700, 440], [670, 340]],
  [[320, 560], [450, 510], [590, 470], [680, 510], [660, 620], [560, 670], [440, 650]],
  [[730, 510], [880, 530], [860, 600], [720, 660], [700, 580]],
]

export function ham({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const muscles = HAM_MUSCLES.map((m, k) => ({ inside: inside(m), turn: k * 0.8, tone: k % 2 ? -0.14 : 0.08 }))
  return [{
    outline: curve(raise(HAM, 40 * fatCap, 420)), seed, rough: 9, rim: 34, rise: 18, wall: 20,
    material: section({ palette: palettes[flesh], seed, marbling, muscles, bones: [distanceTo(oval(650, 462, 46, 40))], trim: 8 }),
  }]
}
