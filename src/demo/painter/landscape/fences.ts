import { seededRandom } from '../noise.ts'
import type { Fence } from '../scene.ts'

export function fenceSvg(fence: Fence, seed: number, width: number, height: number): string {
  if (fence === 'none') return ''
  const unit = height / 720
  const at = (x: number) => height * 0.938 + Math.sin(x / (width * 0.14) + seed) * height * 0.016
  return fences[fence]({ width, unit, at, random: seededRandom(seed + 41) })
}

type Run = { width: number; unit: number; at: (x: number) => number; random: ReturnType<typeof seededRandom> }

const posts = (run: Run, gap: number, height: number, thick: number, color: string) =>
  stations(run, gap)
    .map((x) => {
      const y = run.at(x)
      const t = thick * run.unit
      const h = height * run.unit * run.random(0.94, 1.08)
      return `<path d="M${x - t / 2} ${y + 26 * run.unit}V${y - h}h${t}V${y + 26 * run.unit}Z" fill="${color}"/><path d="M${x - t / 2} ${y + 26 * run.unit}V${y - h}h${t * 0.34}V${y + 26 * run.unit}Z" fill="#fff" opacity=".16"/><path d="M${x + t / 2} ${y + 22 * run.unit}l${26 * run.unit} ${9 * run.unit}h${-t}l${-22 * run.unit} ${-9 * run.unit}z" fill="#0b0d08" opacity=".2"/>`
    })
    .join('')

const stations = ({ width, unit }: Run, gap: number) =>
  Array.from({ length: Math.ceil(width / (gap * unit)) + 2 }, (_, i) => (i - 0.5) * gap * unit)

function rails(run: Run, gap: number, heights: number[], thick: number, color: string, slack = 0): string {
  const xs = stations(run, gap)
  return heights
    .map((h) =>
      xs
        .slice(0, -1)
        .map((x, i) => {
          const next = xs[i + 1] ?? x
          const sag = run.random(-slack, slack) * run.unit
          return `<path d="M${x} ${run.at(x) - h * run.unit}Q${(x + next) / 2} ${(run.at(x) + run.at(next)) / 2 - h * run.unit + sag} ${next} ${run.at(next) - h * run.unit}" stroke="${color}" stroke-width="${thick * run.unit}" fill="none"/>`
        })
        .join(''),
    )
    .join('')
}

const fences: Record<Exclude<Fence, 'none'>, (run: Run) => string> = {
  'split-rail': (run) => rails(run, 96, [8, 24, 40], 6, '#6b5641', 4) + posts(run, 96, 48, 9, '#574535'),
  board: (run) => rails(run, 110, [4, 22, 40], 8.5, '#ece5d7') + posts(run, 110, 48, 9, '#e2dac9'),
  wire: (run) =>
    rails(run, 130, [6, 16, 26, 36, 46], 1.3, '#4d4a46', 1.5) + posts(run, 130, 52, 6, '#66574a'),
  stone: (run) => {
    const stones = Array.from({ length: Math.ceil(run.width / (24 * run.unit)) * 3 }, (_, i) => {
      const row = i % 3
      const x = Math.floor(i / 3) * 24 * run.unit + row * 10 * run.unit
      const w = run.random(24, 36) * run.unit
      const h = run.random(14, 18) * run.unit
      const tone = ['#a79c8b', '#948a7b', '#b6ad9d', '#877e72'][Math.floor(run.random(0, 4)) % 4]
      return {
        row,
        svg: `<rect x="${x - w / 2}" y="${run.at(x) + (14 - row * 13) * run.unit - h / 2}" width="${w}" height="${h}" rx="${5 * run.unit}" fill="${tone}" stroke="#4f483f" stroke-opacity=".5" stroke-width="${1.4 * run.unit}"/>`,
      }
    })
    return stones
      .sort((a, b) => a.row - b.row)
      .map((s) => s.svg)
      .join('')
  },
}
