import { dots } from '../bone-and-skin.ts'
import { blend, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clamp, clouds, noise, seededRandom, smooth, threads } from '../noise.ts'
import { curve, oval, path, place, points, ribbon } from '../outline.ts'
import { type Palette, palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'

export const surfaces: Record<'powder' | 'cream' | 'clear', (p: Palette, seed: number) => Material> = {
  powder: (p, seed) => (x, y, _depth, sample) => {
    const c = blend(p.lean, p.bright, noise(x / 4, y / 4, seed) * 1.2)
    setColor(
      sample,
      blend(
        blend(c, rgb('#241812'), dots(x, y, 13, seed) * 0.9),
        rgb('#f2eadb'),
        dots(x + 5, y + 7, 17, seed + 4) * 0.9,
      ),
    )
    sample.lift = dots(x, y, 13, seed) * 4
    sample.gloss = 0.04
  },
  cream: (p, seed) => (x, y, _depth, sample) => {
    const swirl = Math.sin(
      Math.hypot(x - 600, y - 446) / 20 -
        Math.atan2(y - 446, x - 600) * 2 +
        clouds(x / 90, y / 90, seed, 3) * 5,
    )
    setColor(sample, blend(p.lean, p.bright, clamp(0.5 + swirl * 0.4)))
    sample.lift = swirl * 5
    sample.gloss = 0.4
  },
  clear: (p, seed) => (x, y, depth, sample) => {
    const c = blend(p.deep, p.lean, smooth(0, 150, depth))
    const glow = smooth(260, 30, Math.hypot(x - 690, y - 540))
    setColor(
      sample,
      blend(
        blend(c, p.bright, glow * 0.8),
        p.cream,
        smooth(0.86, 0.95, threads(x / 190, y / 150, seed, 2)) * 0.16,
      ),
    )
    sample.lift =
      dots(x, y, 74, seed + 9) * dots(x + 900, y, 148, seed + 8) * 5 +
      clouds(x / 160, y / 160, seed + 6, 2) * 8
    sample.gloss = 1.2
  },
}

export const curls = ({ flesh, seed }: CutPicture): Piece[] => {
  const random = seededRandom(seed)
  return Array.from({ length: 3 }, (_, i) => ({
    outline: curve(
      place(
        ribbon(
          path(
            [
              [-90, 20],
              [-30, -30],
              [40, -10],
              [90, 30],
            ],
            5,
          ),
          (t) => 46 * Math.sin(Math.max(0.12, t) * 2.8) + 10,
        ),
        { x: 600 + random(-90, 90), y: 430 + random(-80, 80), turn: random(-2, 2) },
      ),
      3,
    ),
    seed: seed + i,
    rough: 5,
    rim: 26,
    rise: 26,
    swell: 6,
    grain: 0.6,
    shadow: 16,
    material: surfaces.cream(palettes[flesh], seed + i),
  }))
}

export function smoked({ flesh, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const oil: Piece = {
    outline: oval(600, 446, 272, 268, 60),
    seed: seed + 2,
    rough: 2,
    rim: 30,
    rise: 5,
    swell: 2,
    grain: 0.2,
    shadow: 6,
    material: surfaces.clear(palettes.honey, seed),
  }
  const fillets = [-120, -20, 86].map(
    (y, i): Piece => ({
      outline: curve(
        place(points(`-210,4 -150,-50 0,-68 140,-50 206,0 150,44 0,62 -150,46`), {
          x: 600 + (i - 1) * 14,
          y: 450 + y,
          turn: -0.16 + i * 0.08,
        }),
      ),
      seed: seed + i,
      rough: 9,
      rim: 44,
      rise: 34,
      swell: 12,
      grain: 0.8,
      shadow: 20,
      material: (px, py, _depth, sample) => {
        const flake = Math.abs(
          (((px * 0.7 + Math.abs(py - 450 - y) * 1.1 + clouds(px / 60, py / 60, seed, 2) * 40) / 46) % 1) -
            0.5,
        )
        const c = blend(
          blend(p.lean, p.bright, clouds(px / 40, py / 30, seed + i, 3)),
          rgb('#8a5a22'),
          0.25 + 0.35 * clouds(px / 90, py / 60, seed + 5, 3),
        )
        setColor(sample, blend(c, p.cream, smooth(0.1, 0.02, flake) * 0.4))
        sample.lift = -smooth(0.16, 0.02, flake) * 5
        sample.gloss = 0.7
      },
    }),
  )
  return [oil, ...fillets]
}

export function beans({ flesh, seed }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const p = palettes[flesh]
  return Array.from({ length: 150 }, (_, k) => {
    const r = Math.sqrt(1 - k / 150) * 258
    const a = k * 2.39996
    const placing = {
      x: 600 + Math.cos(a) * r,
      y: 444 + Math.sin(a) * r,
      turn: random(-3, 3),
      size: random(1.1, 1.35),
    }
    const coat = blend(p.lean, p.bright, random())
    return {
      outline: curve(place(points(`-30,-4 -18,-18 6,-15 28,-17 34,2 20,18 -6,16 -26,14`), placing), 4),
      seed: seed + k,
      rough: 1,
      rim: 15,
      rise: 14,
      swell: 1,
      grain: 0.2,
      shadow: 8,
      material: (x: number, y: number, _depth: number, sample: Parameters<Material>[3]) => {
        setColor(sample, blend(coat, p.cream, smooth(0.6, 0.7, noise(x / 22 + k, y / 22, seed)) * 0.8))
        sample.gloss = 0.35
      },
    }
  })
}
