import { track } from './report.ts'

/** Percent of the page's height, and the event at that depth. */
const DEPTHS = [
  [10, 10],
  [25, 25],
  [50, 50],
  [75, 75],
  [90, 100],
] as const

/** Each depth once per page. */
export function scrollDepth() {
  let reported = 0
  return {
    restart() {
      reported = 0
    },
    measure() {
      const { scrollHeight } = document.documentElement
      const percent = ((scrollY + innerHeight) / scrollHeight) * 100
      for (const [at, depth] of DEPTHS.slice(reported)) {
        if (percent < at) return
        reported += 1
        track('scroll_depth', { depth })
      }
    },
  }
}
