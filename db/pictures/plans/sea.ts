/** From the water: sides, portions, steaks, whole fish and shellfish. */
import type { CutPicture } from '#db/seeds/shelves/pictures.ts'
import { blend, dim, type Rgb, rgb } from '../colour.ts'
import { dye, leanAt, palettes } from '../flesh.ts'
import type { Material, Piece } from '../layer.ts'
import { clamp, clouds, dice, noise, smooth, threads } from '../noise.ts'
import { curve, oval, path, place, type Placing, type Point, type Polygon, ribbon, unplace } from '../outline.ts'

const SIDE: Polygon = [[96, 470], [150, 350], [290, 280], [480, 258], [680, 276], [850, 330], [980, 392], [1080, 420], [1126, 452], [1090, 500], [980, 530], [820, 590], [620, 640], [400, 656], [220, 620], [120, 560]]

export function salmon({ flesh, marbling, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  return [{
    outline: curve(SIDE), seed, rough: 6, rim: 84, rise: 44, swell: 9, grain: 0.8, wall: 14, shadow: 32,
    material: (x, y, depth, dab) => {
      const spine = 462 + 9 * Math.sin(x / 170) + (x - 600) * 0.01
      const off = y - spine
      const warp = (clouds(x / 110, y / 110, seed + 80, 3) - 0.5) * 60
      const chevron = x * 0.92 + Math.pow(Math.abs(off), 1.14) * 0.9 + warp
      const spacing = 38
      const phase = Math.abs(((chevron / spacing) % 1 + 1) % 1 - 0.5)
      const thin = smooth(0.13 + marbling * 0.06, 0.02, phase) * (0.35 + 0.5 * clouds(x / 50, y / 50, seed + 81, 2))
      let c = blend(p.lean, p.bright, clamp(clouds(x / 160, y / 60, seed + 1, 4) * 1.6 - 0.3))
      c = blend(c, p.deep, smooth(0.5, 0.8, clouds(chevron / 16, off / 40, seed + 2, 2)) * 0.35)
      c = blend(c, p.fat, thin * (0.5 + marbling * 0.7))
      c = blend(c, p.deep, smooth(13, 2, Math.abs(off)) * 0.6)
      // The belly runs pale, and at the rim the silver skin turns up.
      c = blend(c, p.cream, smooth(90, 150, off) * smooth(700, 300, x) * 0.5)
      const silver = smooth(11, 4, depth + (clouds(x / 40, y / 40, seed + 3, 2) - 0.5) * 8) * smooth(-20, 40, off)
      dye(dab, blend(c, rgb('#8d979c'), silver))
      dab.lift = -thin * 2.2 - smooth(9, 2, Math.abs(off)) * 4
      dab.gloss = p.gloss
    },
  }]
}

const PORTION: Polygon = [[-180, -86], [-60, -104], [90, -100], [180, -80], [190, 20], [170, 92], [40, 106], [-90, 108], [-182, 90], [-194, 0]]
const TRIO: Placing[] = [{ x: 420, y: 260, turn: -0.14 }, { x: 760, y: 450, turn: 0.1 }, { x: 440, y: 660, turn: -0.05 }]

export function whiteFish({ flesh, seed, pieces = 3 }: CutPicture): Piece[] {
  const p = palettes[flesh]
  return TRIO.slice(0, pieces).map((spot, i) => {
    const own = seed + i * 9
    const put = { ...spot, size: 1.22 }
    const back = unplace(put)
    return {
      outline: curve(place(PORTION, put)), seed: own, rough: 7, rim: 52, rise: 36, swell: 9, grain: 0.8, wall: 40, shadow: 34,
      material: (x: number, y: number, depth: number, dab: Parameters<Material>[3]) => {
        const [lx, ly] = back(x, y)
        const flake = lx * 0.8 + Math.pow(Math.abs(ly - 10), 1.3) * 0.4 + (clouds(lx / 80 + own, ly / 80, own, 3) - 0.5) * 60
        const phase = Math.abs(((flake / 52) % 1 + 1) % 1 - 0.5)
        let c = blend(p.lean, p.bright, clamp(clouds(lx / 50 + own, ly / 40, own + 1, 3) * 1.6 - 0.3))
        const open = 0.25 + 0.75 * smooth(0.35, 0.65, clouds(lx / 70 + own, ly / 70, own + 6, 3))
        c = blend(c, p.deep, smooth(0.16, 0.01, phase) * 0.6 * open)
        c = dim(c, 0.93 + 0.07 * smooth(0, 0.4, phase))
        c = blend(c, rgb('#d9a79a'), smooth(0.62, 0.8, clouds(lx / 130 + own, ly / 30, own + 2, 3)) * 0.32)
        dye(dab, c)
        dab.lift = -smooth(0.3, 0.01, phase) * 5 * open
        dab.gloss = p.gloss * clamp(depth / 20)
      },
    }
  })
}

const STEAK: Polygon = [[-290, -90], [-180, -170], [20, -190], [220, -150], [310, -40], [290, 90], [150, 170], [-80, 190], [-250, 130], [-316, 20]]

export function fishSteak({ flesh, seed, pieces = 2 }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const spots: Placing[] = [{ x: 470, y: 300, turn: -0.1 }, { x: 720, y: 610, turn: 0.08 }]
  return spots.slice(0, pieces).map((spot, i) => {
    const own = seed + i * 7
    const back = unplace(spot)
    return {
      outline: curve(place(STEAK, spot)), seed: own, rough: 6, rim: 44, rise: 30, wall: 36, shadow: 32,
      material: (x: number, y: number, _depth: number, dab: Parameters<Material>[3]) => {
        const [lx, ly] = back(x, y)
        const r = Math.hypot(lx + 330, (ly - 20) * 1.25) + (clouds(lx / 90, ly / 90, own, 3) - 0.5) * 40
        const ring = Math.abs(((r / 40) % 1 + 1) % 1 - 0.5)
        const c = blend(leanAt(lx + own * 40, ly, own, p, 0.3, 4), p.fat, smooth(0.08, 0.01, ring) * 0.42)
        dye(dab, blend(c, p.deep, smooth(60, 20, Math.hypot(lx + 250, ly)) * 0.8))
        dab.lift = -smooth(0.1, 0.01, ring) * 1.4
        dab.gloss = p.gloss
      },
    }
  })
}

const TROUT: Polygon = [[-470, 10], [-430, -34], [-330, -84], [-160, -118], [40, -112], [220, -72], [340, -34], [400, -30], [476, -96], [500, -80], [474, 4], [502, 92], [474, 104], [398, 42], [330, 46], [200, 82], [20, 112], [-180, 110], [-340, 78], [-440, 44]]

export function wholeFish({ flesh, seed, pieces = 2 }: CutPicture): Piece[] {
  const spots: Placing[] = [{ x: 590, y: 300, turn: -0.08 }, { x: 620, y: 610, turn: 0.05 }]
  return spots.slice(0, pieces).flatMap((spot, i) => {
    const put = { ...spot, size: 1.04 }
    const own = seed + i * 5
    const fins: Polygon[] = [[[-60, -104], [20, -186], [110, -170], [90, -96]], [[60, 96], [110, 160], [150, 146], [130, 84]], [[-210, 96], [-170, 156], [-120, 150], [-130, 100]]]
    return [
      ...fins.map((fin, k): Piece => ({ outline: place(fin, put), seed: own + k, rough: 4, rim: 10, rise: 4, shadow: 14, material: finMaterial(own) })),
      { outline: curve(place(TROUT, put), 8), seed: own, rough: 2, rim: 92, rise: 62, swell: 5, grain: 0.7, shadow: 36, material: scales(put, own, palettes[flesh].lean) },
    ]
  })
}

const finMaterial = (seed: number): Material => (x, y, _depth, dab) => {
  dye(dab, blend(rgb('#8a7d5c'), rgb('#c7a67e'), 0.5 + 0.5 * Math.sin(x * 0.7 + y * 0.25) * 0.6 + (noise(x / 12, y / 12, seed) - 0.5) * 0.4))
}

function scales(put: Placing, seed: number, blush: Rgb): Material {
  const back = unplace(put)
  const spot = (x: number, y: number, cell: number, n: number) => {
    const i = Math.floor(x / cell)
    const j = Math.floor(y / cell)
    const cx = (i + 0.3 + 0.4 * noise(i, j, n)) * cell
    const cy = (j + 0.3 + 0.4 * noise(i, j, n + 1)) * cell
    return noise(i * 3.3, j * 7.1, n + 2) > 0.42 ? smooth(7, 4, Math.hypot(x - cx, y - cy)) : 0
  }
  return (x, y, depth, dab) => {
    const [lx, ly] = back(x, y)
    const v = clamp((ly + 118) / 236)
    let c = blend(rgb('#5d6442'), rgb('#a9a889'), smooth(0.06, 0.42, v))
    c = blend(c, rgb('#ece6d8'), smooth(0.52, 0.82, v))
    c = blend(c, blush, smooth(0.16, 0.02, Math.abs(v - 0.48)) * 0.55)
    const row = Math.sin(lx * 0.42 + (Math.floor(ly / 7) % 2) * 3.1) * Math.sin(ly * 0.45)
    c = dim(c, 0.92 + 0.12 * row)
    c = blend(c, rgb('#22221a'), spot(lx, ly, 27, seed) * smooth(0.72, 0.5, v) * 0.85)
    const gill = Math.abs(Math.hypot(lx + 400, (ly - 4) * 0.8) - 92)
    if (lx > -440) c = dim(c, 1 - 0.4 * smooth(7, 1, gill) * smooth(-400, -330, lx))
    const eye = Math.hypot(lx + 402, ly + 18)
    c = blend(c, rgb('#c9a54e'), smooth(18, 16, eye))
    c = blend(c, rgb('#0d0d0c'), smooth(12, 10, eye))
    c = blend(c, rgb('#ffffff'), smooth(4.5, 3, Math.hypot(lx + 406, ly + 23)))
    c = blend(c, rgb('#77704e'), smooth(385, 430, lx) * 0.7)
    dye(dab, c)
    dab.lift = row * 0.5 - smooth(7, 1, gill) * 2 * smooth(-400, -330, lx)
    dab.gloss = 0.8 * clamp(depth / 20)
  }
}

export function scallops({ flesh, seed, pieces = 9 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const p = palettes[flesh]
  return Array.from({ length: pieces }, (_, i) => {
    const x = 350 + (i % 3) * 250 + (Math.floor(i / 3) % 2) * 60 + roll(-14, 14)
    const y = 220 + Math.floor(i / 3) * 225 + roll(-14, 14)
    const r = roll(98, 116)
    return {
      outline: oval(x, y, r * roll(0.96, 1.06), r), seed: seed + i, rough: 6, rim: 34, rise: 28, swell: 8, grain: 0.8, wall: 44, shadow: 30,
      material: (px: number, py: number, depth: number, dab: Parameters<Material>[3]) => {
        const a = Math.atan2(py - y, px - x)
        const fiber = clouds(Math.cos(a) * 9 + i, Math.sin(a) * 9, seed, 3)
        const c = blend(blend(p.lean, p.bright, fiber * 1.2), p.deep, smooth(12, 2, depth) * 0.5)
        dye(dab, blend(c, rgb('#f6d9b8'), smooth(0.55, 0.8, clouds(px / 60, py / 60, seed + 2, 3)) * 0.6))
        dab.lift = (fiber - 0.5) * 3
        dab.gloss = 0.6
      },
    }
  })
}

export function shrimp({ seed, pieces = 9 }: CutPicture): Piece[] {
  const roll = dice(seed)
  return Array.from({ length: pieces }, (_, i) => {
    const put: Placing = { x: 340 + (i % 3) * 265 + (Math.floor(i / 3) % 2) * 50, y: 230 + Math.floor(i / 3) * 225, turn: roll(-0.9, 0.9), size: roll(0.94, 1.08), flip: i % 2 === 1 }
    const arc = path([[-96, 62], [-112, -20], [-60, -92], [30, -100], [96, -40], [92, 40]], 8)
    const fan: Polygon = [[80, 34], [106, 34], [150, 96], [120, 104], [100, 84], [88, 112], [60, 100]]
    const back = unplace(put)
    const shell: Material = (x, y, depth, dab) => {
      const [lx, ly] = back(x, y)
      const a = Math.atan2(ly + 6, lx)
      const band = Math.abs(((a * 2.4) % 1 + 1) % 1 - 0.5)
      let c = blend(rgb('#b9a79a'), rgb('#e6d3c4'), clamp(clouds(lx / 30 + i * 9, ly / 30, seed, 3) * 1.5 - 0.2))
      c = blend(c, rgb('#d98a68'), smooth(0.12, 0.03, band) * 0.7)
      c = blend(c, rgb('#7f8a8c'), smooth(0.5, 0.75, noise(lx / 9, ly / 9, seed + 4)) * 0.35)
      dye(dab, c)
      dab.lift = -smooth(0.1, 0.02, band) * 3.5
      dab.gloss = 0.7 * clamp(depth / 12)
    }
    const body = ribbon(arc, (t) => 76 * (1 - 0.5 * t) * Math.min(1, 0.6 + 4 * t))
    return [
      { outline: curve(place(fan, put), 5), seed: seed + i, rough: 3, rim: 10, rise: 6, shadow: 16, material: finTail },
      { outline: place(body, put), seed: seed + i + 40, rough: 3, rim: 34, rise: 28, swell: 4, grain: 0.6, shadow: 24, material: shell },
    ]
  }).flat()
}

const finTail: Material = (x, y, _depth, dab) => {
  dye(dab, blend(rgb('#b4563c'), rgb('#dd8f6e'), 0.5 + 0.5 * Math.sin(x * 0.5 + y * 0.3)))
  dab.gloss = 0.6
}

const SHELL: Polygon = [[-20, -170], [70, -150], [130, -70], [140, 30], [100, 120], [10, 176], [-80, 150], [-130, 60], [-134, -50], [-90, -130]]

export function oysters({ seed, pieces = 6 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const spots: Point[] = [[300, 270], [600, 240], [900, 280], [310, 620], [610, 640], [910, 620]]
  return spots.slice(0, pieces).flatMap(([x, y], i): Piece[] => {
    const put: Placing = { x, y, turn: roll(-0.5, 0.5), size: roll(0.92, 1.02), flip: i % 2 === 1 }
    const own = seed + i * 7
    const grow = (by: number) => curve(place(SHELL, { ...put, size: (put.size ?? 1) * by }))
    const back = unplace(put)
    return [
      { outline: grow(1.02), seed: own, rough: 18, rim: 18, rise: 22, swell: 10, grain: 4, wall: 12, shadow: 34, material: shellRim(own) },
      {
        outline: grow(0.84), seed: own + 1, rough: 6, rim: 40, rise: -26, swell: 4, grain: 0.5, shadow: 0,
        material: (px, py, _depth, dab) => {
          dye(dab, blend(rgb('#cfd0cb'), rgb('#f6f4ee'), clamp(clouds(px / 60, py / 60, own, 3) * 1.5 - 0.2)))
          dab.gloss = 1
        },
      },
      {
        outline: curve(place([[-8, -96], [54, -80], [78, -10], [64, 70], [6, 112], [-54, 84], [-74, 10], [-60, -66]], put)), seed: own + 2,
        rough: 9, rim: 36, rise: 22, swell: 8, grain: 0.6, shadow: 8,
        material: (px, py, depth, dab) => {
          const [lx, ly] = back(px, py)
          let c = blend(rgb('#b7ab94'), rgb('#e3dac6'), clamp(clouds(lx / 40 + own, ly / 40, own, 3) * 1.6 - 0.3))
          c = blend(c, rgb('#4c4a45'), smooth(13, 4, depth + (clouds(lx / 18, ly / 18, own + 3, 2) - 0.5) * 12) * 0.75)
          dye(dab, c)
          dab.gloss = 1.1
        },
      },
    ]
  })
}

const shellRim = (seed: number): Material => (x, y, depth, dab) => {
  const layers = threads(x / 90, y / 90, seed, 3) + depth * 0.02
  const c = blend(rgb('#6f6a62'), rgb('#b8b0a2'), clamp(layers * 1.2 - 0.3))
  dye(dab, blend(c, rgb('#e8e2d6'), smooth(12, 26, depth) * 0.8))
  dab.lift = layers * 5
  dab.gloss = 0.15
}

