/** Whole pieces: briskets, roasts, slabs and racks. */
import type { CutPicture } from '#db/seeds/shelves/pictures.ts'
import { blend, dim, type Rgb, rgb } from '../colour.ts'
import { dye, fatAt, leanAt, marblingAt, type Palette, palettes, scrapedBone, section } from '../flesh.ts'
import type { Material, Piece } from '../layer.ts'
import { clamp, clouds, dice, mix, smooth, threads } from '../noise.ts'
import { curve, distanceTo, path, place, type Point, type Polygon, ribbon } from '../outline.ts'

type Slab = { p: Palette; seed: number; marbling: number; /** Fat on a spot, 0 to 1, beside the marbling. */ fat: (x: number, y: number, depth: number) => number; turn?: number; stretch?: number; thread?: number }

function slab({ p, seed, marbling, fat, turn = 0, stretch = 4, thread = 0 }: Slab): Material {
  return (x, y, depth, dab) => {
    let c = leanAt(x, y, seed, p, turn, stretch)
    // Bundles of fiber as deep as a fingernail, where the grain shows from outside.
    const u = x * Math.cos(turn) + y * Math.sin(turn)
    const v = y * Math.cos(turn) - x * Math.sin(turn) + (clouds(x / 130, y / 130, seed + 71, 3) - 0.5) * 60
    const bundle = threads(u / 220, v / 15, seed + 70, 2)
    c = blend(c, p.deep, smooth(0.6, 0.95, bundle) * 0.5 * thread)
    const covered = clamp(fat(x, y, depth))
    const all = Math.max(covered, marblingAt(x, y, seed, { amount: marbling, turn, stretch: 2.6 }))
    dye(dab, blend(c, fatAt(x, y, seed, p), all))
    dab.lift = all * 2 + covered * 5 - smooth(0.6, 0.95, bundle) * 2.6 * thread * (1 - covered)
    dab.gloss = p.gloss
  }
}

const BRISKET: Polygon = [[120, 470], [170, 340], [300, 256], [480, 216], [680, 214], [880, 250], [1020, 322], [1090, 430], [1066, 548], [940, 634], [760, 676], [540, 704], [330, 690], [180, 606]]

/** The flat to the right, the point to the left, fat above and in the seam between. */
export function brisket({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number, depth: number) => {
    const sway = (clouds(x / 110, y / 110, seed + 1, 4) - 0.5) * 150
    const cap = smooth(9, -9, y - 290 - fatCap * 50 - 0.05 * x + sway * 0.9 + (clouds(x / 22, y / 22, seed + 5, 2) - 0.5) * 22)
    const seam = smooth(17, 6, Math.abs(x - 430 - (y - 400) * 0.5 + sway * 0.7)) * smooth(640, 560, y) * 0.9
    const point = smooth(0.58, 0.63, clouds(x / 130, y / 90, seed + 2, 4)) * smooth(480, 300, x)
    const rim = smooth(16, 9, depth + sway * 0.12) * smooth(650, 480, y)
    return Math.max(cap, seam, point, rim)
  }
  return [{
    outline: curve(BRISKET), seed, rough: 14, rim: 76, rise: 46, swell: 16, wall: 30, shadow: 34,
    material: slab({ p, seed, marbling, fat, turn: 0.06, stretch: 6, thread: 0.9 }),
  }]
}

const ROAST: Polygon = [[210, 450], [250, 290], [400, 200], [600, 176], [810, 200], [960, 300], [1000, 450], [950, 610], [790, 700], [590, 724], [390, 696], [250, 600]]

export function roast({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const patch = clouds(x / 150, y / 120, seed + 1, 4)
    const seam = smooth(11, 3, Math.abs(y - 470 - 60 * Math.sin(x / 170 + seed) + (patch - 0.5) * 130))
    return Math.max(smooth(0.6 - fatCap * 0.14, 0.68 - fatCap * 0.1, patch) * smooth(560, 330, y + (patch - 0.5) * 200), seam)
  }
  const body: Piece = {
    outline: curve(ROAST), seed, rough: 12, rim: 190, rise: 96, swell: 26, wall: 10, shadow: 44,
    material: slab({ p, seed, marbling, fat, turn: 0.1, stretch: 4, thread: 0.7 }),
  }
  return [body, ...[330, 450, 575, 700, 830].map((x, i) => twine(bow(x, 176 + Math.abs(x - 590) * 0.18, 716 - Math.abs(x - 590) * 0.16), seed + i)), twine([[212, 452], [330, 440], [450, 436], [590, 434], [720, 436], [860, 444], [996, 456]], seed + 9)]
}

const bow = (x: number, top: number, bottom: number): Polygon =>
  Array.from({ length: 9 }, (_, i) => [x + Math.sin((i / 8) * Math.PI) * (x - 590) * 0.09, mix(top, bottom, i / 8)] as const)

/** Butcher's twine, twisted cotton. */
export function twine(line: Polygon, seed: number, thickness = 9): Piece {
  return {
    outline: ribbon(path(line), () => thickness), seed, rough: 1.5, rim: thickness / 2, rise: 6, swell: 0, grain: 0.4, shadow: 6,
    material: (x, y, _depth, dab) => {
      dye(dab, blend(rgb('#cdbd9d'), rgb('#f6efdf'), 0.5 + 0.5 * Math.sin((x + y * 1.5) * 0.9)))
      dab.gloss = 0.05
    },
  }
}

const FLANK: Polygon = [[130, 400], [230, 270], [430, 220], [660, 216], [890, 260], [1050, 350], [1090, 470], [1000, 600], [800, 660], [560, 680], [320, 650], [170, 540]]

export function flank({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => smooth(0.64 - fatCap * 0.1, 0.72 - fatCap * 0.08, clouds(x / 190, y / 34, seed + 1, 4)) * 0.9
  return [{
    outline: curve(FLANK), seed, rough: 14, rim: 40, rise: 22, swell: 14, wall: 14,
    material: slab({ p, seed, marbling: marbling * 0.7, fat, turn: 0.18, stretch: 9, thread: 1.7 }),
  }]
}

const TRI_TIP: Polygon = [[190, 560], [280, 400], [450, 270], [660, 200], [860, 220], [1010, 330], [1030, 450], [900, 500], [740, 560], [560, 660], [380, 710], [230, 670]]

export function triTip({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const sway = (clouds(x / 90, y / 90, seed + 1, 4) - 0.5) * 120
    return Math.max(smooth(30, -10, y + 0.5 * x - 560 - fatCap * 70 + sway), smooth(0.68, 0.76, clouds(x / 110, y / 60, seed + 2, 3)) * 0.8)
  }
  return [{
    outline: curve(TRI_TIP), seed, rough: 12, rim: 84, rise: 50, swell: 14, wall: 22, shadow: 34,
    material: slab({ p, seed, marbling, fat, turn: -0.5, stretch: 5, thread: 1 }),
  }]
}

/** English-cut ribs: bone below, then lean and fat in layers. */
export function shortRibs({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const p = palettes[flesh]
  const gap = 860 / pieces
  return Array.from({ length: pieces }, (_, i) => {
    const x = 170 + gap * (i + 0.5)
    const half = gap * 0.42
    const top = 210 + roll(-20, 20)
    const foot = 690 + roll(-16, 16)
    const own = seed + i * 9
    const block: Polygon = [[x - half, top + 16], [x, top - 4], [x + half, top + 12], [x + half + 6, (top + foot) / 2], [x + half, foot], [x, foot + 10], [x - half, foot], [x - half - 6, (top + foot) / 2]]
    const fat = (px: number, py: number) => {
      const v = (py - top) / (foot - top) + (clouds(px / 70, py / 60, own + 2, 3) - 0.5) * 0.13
      return Math.max(smooth(0.09, 0.05, v), smooth(0.035, 0.015, Math.abs(v - 0.36)), smooth(0.03, 0.012, Math.abs(v - 0.62)))
    }
    const bone = distanceTo(curve([[x - half * 0.8, foot - 118], [x, foot - 128], [x + half * 0.8, foot - 116], [x + half * 0.86, foot - 40], [x, foot - 28], [x - half * 0.86, foot - 42]], 6))
    const meat = slab({ p, seed: own, marbling, fat, turn: 1.45, stretch: 3, thread: 0.5 })
    const sawn = section({ palette: p, seed: own, marbling: 0, muscles: [], bones: [bone] })
    return {
      outline: curve(block, 6), seed: own, rough: 9, rim: 34, rise: 26, swell: 12, wall: 34, shadow: 28,
      material: (px: number, py: number, depth: number, dab: Parameters<Material>[3]) =>
        bone(px, py) < 4 ? sawn(px, py, depth, dab) : meat(px, py, depth, dab),
    }
  })
}

const RIB_SLAB: Polygon = [[110, 360], [240, 290], [480, 262], [760, 256], [980, 280], [1096, 330], [1100, 480], [1040, 600], [830, 640], [560, 652], [300, 640], [140, 580]]

export function ribSlab({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const bones = Array.from({ length: 11 }, (_, i) => 165 + i * 86)
  const between = (x: number, y: number) => {
    const slant = x - (y - 450) * 0.16 + (clouds(x / 120, y / 120, seed + 4, 2) - 0.5) * 26
    return Math.min(...bones.map((b) => Math.abs(slant - b)))
  }
  const fat = (x: number, y: number) => smooth(0.62 - fatCap * 0.1, 0.72 - fatCap * 0.08, clouds(x / 90, y / 60, seed + 1, 4)) * 0.75
  const meat = slab({ p, seed, marbling, fat, turn: 1.4, stretch: 3, thread: 0.6 })
  return [{
    outline: curve(RIB_SLAB), seed, rough: 12, rim: 34, rise: 22, swell: 10, wall: 18,
    material: (x, y, depth, dab) => {
      meat(x, y, depth, dab)
      const d = between(x, y)
      const bare = smooth(30, 22, d) * smooth(10, 24, depth)
      const c: Rgb = blend([dab.r, dab.g, dab.b], blend(rgb('#e3c4a6'), rgb('#f2e2cd'), clouds(x / 20, y / 40, seed, 2)), bare * (0.5 + 0.25 * clouds(x / 60, y / 80, seed + 8, 2)))
      dye(dab, dim(c, 1 - 0.3 * smooth(10, 0, Math.abs(d - 30)) * smooth(6, 24, depth)))
      dab.lift += smooth(34, 4, d) * 15
    },
  }]
}

/** A rack of lamb: the eye below under its scored fat, eight scraped bones above. */
export function rack({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const roll = dice(seed)
  const p = palettes[flesh]
  const bones = Array.from({ length: 8 }, (_, i): Piece => {
    const x = 268 + i * 92
    const lean = (i - 3.5) * 9
    const line = path([[x, 520], [x + lean * 0.4 - 10, 400], [x + lean - 4, 280], [x + lean * 1.6 + 14, 150 + roll(-10, 16)]])
    return { outline: ribbon(line, (t) => 32 - 6 * Math.sin(t * 3.1) + 5 * t * t), seed: seed + i, rough: 3, rim: 15, rise: 15, material: scrapedBone(seed + i), shadow: 22 }
  })
  const fat = (x: number, y: number, depth: number) => {
    const patch = clouds(x / 120, y / 90, seed + 1, 4)
    const cap = smooth(0.66 - fatCap * 0.32, 0.74 - fatCap * 0.3, patch + (y - 540) / 900)
    return Math.max(cap, smooth(16, 6, depth))
  }
  const meat = slab({ p, seed, marbling, fat, turn: 0.1, stretch: 3, thread: 0.5 })
  const loin: Piece = {
    outline: curve([[190, 520], [240, 430], [400, 400], [600, 394], [800, 400], [970, 430], [1020, 520], [1000, 640], [860, 710], [600, 724], [340, 706], [210, 630]]),
    seed, rough: 11, rim: 96, rise: 56, swell: 12, wall: 16, shadow: 34,
    material: (x, y, depth, dab) => {
      meat(x, y, depth, dab)
      const score = Math.min(Math.abs(((x + y) % 74) - 37), Math.abs((((x - y) % 74) + 74) % 74 - 37))
      const mark = smooth(5, 1, score) * smooth(24, 60, depth)
      dye(dab, blend([dab.r, dab.g, dab.b], p.bright, mark * 0.5))
      dab.lift -= mark * 5
    },
  }
  return [...bones, loin]
}

export function belly({ flesh, seed, marbling }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const v = (y - 250) / 420 + (clouds(x / 230, y / 120, seed + 1, 3) - 0.5) * 0.22
    return Math.max(smooth(0.26, 0.2, v), smooth(0.07, 0.04, Math.abs(v - 0.5)), smooth(0.05, 0.025, Math.abs(v - 0.76)))
  }
  const meat = slab({ p, seed, marbling, fat, turn: 0, stretch: 6, thread: 0.7 })
  return [{
    outline: curve([[160, 300], [380, 236], [640, 228], [900, 240], [1050, 290], [1066, 450], [1050, 610], [880, 668], [600, 684], [320, 670], [160, 620], [138, 460]]),
    seed, rough: 10, rim: 40, rise: 28, swell: 14, wall: 44, shadow: 34,
    material: (x, y, depth, dab) => {
      meat(x, y, depth, dab)
      const rind = smooth(26, 14, y - 232 - Math.abs(x - 600) * 0.06 + (clouds(x / 60, 1, seed + 5, 2) - 0.5) * 12)
      dye(dab, blend([dab.r, dab.g, dab.b], rgb('#d9a878'), rind * 0.7))
    },
  }]
}

const LEG: Polygon = [[180, 520], [210, 370], [340, 270], [520, 240], [690, 290], [820, 370], [930, 400], [990, 420], [985, 480], [920, 500], [820, 560], [700, 660], [520, 730], [330, 710], [220, 630]]

export function leg({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const veil = clouds(x / 130, y / 100, seed + 1, 4)
    return Math.max(smooth(0.6 - fatCap * 0.2, 0.74 - fatCap * 0.16, veil), smooth(9, 2, Math.abs(y - 500 + (x - 500) * 0.2 + (veil - 0.5) * 90)) * 0.7)
  }
  const bone = path([[860, 450], [980, 450], [1090, 446]])
  const knuckle: Point[] = [[1060, 404], [1106, 396], [1132, 430], [1124, 470], [1096, 494], [1058, 486]]
  return [
    { outline: ribbon(bone, (t) => 62 - 10 * t), seed: seed + 1, rough: 4, rim: 28, rise: 24, shadow: 30, material: scrapedBone(seed) },
    { outline: curve(knuckle), seed: seed + 2, rough: 5, rim: 24, rise: 22, material: scrapedBone(seed + 3) },
    {
      outline: curve(LEG), seed, rough: 10, rim: 180, rise: 96, swell: 18, wall: 8, shadow: 44,
      material: slab({ p, seed, marbling, fat, turn: 0.2, stretch: 5, thread: 0.7 }),
    },
    ...[350, 480, 620, 750].map((x, i) => twine(bow(x + 20, 254 + Math.abs(x - 500) * 0.22, 726 - Math.max(0, x - 460) * 0.5), seed + i)),
  ]
}
