import type { Findings } from './lighthouse.ts'

export type Measured = Findings & { name: string; path: string; isPrivate?: boolean }

const FLOORS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

type Judged = Pick<Measured, 'scores' | 'isPrivate'>

/** The scores below their floor. A private page blocks search engines, so its SEO score doesn't count. */
const belowFloor = ({ scores, isPrivate }: Judged) =>
  (Object.keys(FLOORS) as (keyof typeof FLOORS)[])
    .filter((name) => !(isPrivate && name === 'seo'))
    .filter((name) => scores[name] < FLOORS[name])

export const isGoodEnough = (judged: Judged) => belowFloor(judged).length === 0

export function complaintsOf(page: Measured): string[] {
  const below = belowFloor(page).map((name) => `${name} ${page.scores[name]} < ${FLOORS[name]}`)
  return below.length > 0
    ? [`${page.path}: ${below.join(', ')}`, ...page.remarks.map((one) => `  ${one}`)]
    : []
}

export function table(pages: Measured[]): string {
  const head = ['', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP', 'TBT', 'CLS', 'kB']
  const lines = [head, ...pages.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

const cells = ({ name, scores, lcp, tbt, cls, bytes, isPrivate }: Measured): string[] => [
  name,
  String(scores.performance),
  String(scores.accessibility),
  String(scores['best-practices']),
  isPrivate ? `(${scores.seo})` : String(scores.seo),
  `${(lcp / 1000).toFixed(2)} s`,
  `${Math.round(tbt)} ms`,
  cls.toFixed(3),
  (bytes / 1000).toFixed(0),
]
