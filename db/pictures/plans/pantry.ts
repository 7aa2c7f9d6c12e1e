/** From the shelf: a bowl of the thing itself, seen from above. What it comes in is drawn by jar-picture.ts. */
import type { CutPicture } from '#db/seeds/shelves/pictures.ts'
import { blend, dim, type Rgb, rgb } from '../colour.ts'
import { dots, dye, palettes } from '../flesh.ts'
import type { Material, Piece } from '../layer.ts'
import { clamp, clouds, dice, noise, smooth, threads } from '../noise.ts'
import { curve, oval, path, place, ribbon } from '../outline.ts'

const glaze = (dark: Rgb, light: Rgb, seed: number): Material => (x, y, _depth, dab) => {
  const speck = smooth(0.86, 0.95, noise(x / 5, y / 5, seed))
  dye(dab, blend(blend(dark, light, clouds(x / 120, y / 120, seed + 1, 3)), rgb('#6b5a48'), speck * 0.5))
  dab.gloss = 0.55
}

export function bowl(picture: CutPicture): Piece[] {
  const { seed } = picture
  const stone = [rgb('#c9c0b2'), rgb('#ece6da')] as const
  return [
    { outline: oval(600, 440, 350, 345, 60), seed, rough: 2, rim: 44, rise: 34, swell: 2, grain: 0.4, wall: 26, shadow: 44, material: glaze(...stone, seed) },
    { outline: oval(600, 440, 310, 305, 60), seed: seed + 1, rough: 2, rim: 90, rise: -60, swell: 2, grain: 0.3, shadow: 0, material: glaze(dim(stone[0], 0.7), dim(stone[1], 0.75), seed + 1) },
    ...contents(picture),
  ]
}

function contents(picture: CutPicture): Piece[] {
  const { flesh, seed } = picture
  if (flesh === 'bean') return beans(picture)
  const p = palettes[flesh]
  const fill: Piece = {
    outline: oval(600, 446, 272, 268, 60), seed: seed + 2, rough: flesh === 'rub' ? 16 : 3, rim: 30, rise: flesh === 'rub' ? 40 : 6,
    swell: flesh === 'rub' ? 16 : flesh === 'tallow' ? 22 : 2, grain: flesh === 'rub' ? 5 : 0.4, shadow: 6, material: surfaces[flesh === 'rub' ? 'powder' : flesh === 'tallow' ? 'cream' : 'clear'](p, seed),
  }
  return flesh === 'tallow' ? [fill, ...curls(picture)] : [fill]
}

type Palette = (typeof palettes)[keyof typeof palettes]

const surfaces: Record<'powder' | 'cream' | 'clear', (p: Palette, seed: number) => Material> = {
  powder: (p, seed) => (x, y, _depth, dab) => {
    const c = blend(p.lean, p.bright, noise(x / 4, y / 4, seed) * 1.2)
    dye(dab, blend(blend(c, rgb('#241812'), dots(x, y, 13, seed) * 0.9), rgb('#f2eadb'), dots(x + 5, y + 7, 17, seed + 4) * 0.9))
    dab.lift = dots(x, y, 13, seed) * 4
    dab.gloss = 0.04
  },
  cream: (p, seed) => (x, y, _depth, dab) => {
    const swirl = Math.sin(Math.hypot(x - 600, y - 446) / 20 - Math.atan2(y - 446, x - 600) * 2 + clouds(x / 90, y / 90, seed, 3) * 5)
    dye(dab, blend(p.lean, p.bright, clamp(0.5 + swirl * 0.4)))
    dab.lift = swirl * 5
    dab.gloss = 0.4
  },
  clear: (p, seed) => (x, y, depth, dab) => {
    const c = blend(p.deep, p.lean, smooth(0, 150, depth))
    const glow = smooth(260, 30, Math.hypot(x - 690, y - 540))
    dye(dab, blend(blend(c, p.bright, glow * 0.8), p.cream, smooth(0.86, 0.95, threads(x / 190, y / 150, seed, 2)) * 0.16))
    const drop = dots(x, y, 58, seed + 9)
    dab.lift = drop * 3
    dab.gloss = 1.2
  },
}

const curls = ({ flesh, seed }: CutPicture): Piece[] => {
  const roll = dice(seed)
  return Array.from({ length: 3 }, (_, i) => ({
    outline: curve(place(ribbon(path([[-90, 20], [-30, -30], [40, -10], [90, 30]], 5), (t) => 46 * Math.sin(Math.max(0.12, t) * 2.8) + 10), { x: 600 + roll(-90, 90), y: 430 + roll(-80, 80), turn: roll(-2, 2) }), 3),
    seed: seed + i, rough: 5, rim: 26, rise: 26, swell: 6, grain: 0.6, shadow: 16, material: surfaces.cream(palettes[flesh], seed + i),
  }))
}

function beans({ flesh, seed }: CutPicture): Piece[] {
  const roll = dice(seed)
  const p = palettes[flesh]
  return Array.from({ length: 190 }, (_, k) => {
    const r = Math.sqrt(1 - k / 190) * 258
    const a = k * 2.39996
    const put = { x: 600 + Math.cos(a) * r, y: 444 + Math.sin(a) * r, turn: roll(-3, 3), size: roll(0.85, 1.1) }
    const coat = blend(p.lean, p.bright, roll())
    return {
      outline: curve(place([[-30, -4], [-18, -18], [6, -15], [28, -17], [34, 2], [20, 18], [-6, 16], [-26, 14]], put), 4), seed: seed + k, rough: 1, rim: 15, rise: 14, swell: 1, grain: 0.2, shadow: 8,
      material: (x: number, y: number, _depth: number, dab: Parameters<Material>[3]) => {
        dye(dab, blend(coat, p.cream, smooth(0.66, 0.74, noise(x / 14 + k, y / 14, seed)) * 0.75))
        dab.gloss = 0.35
      },
    }
  })
}
