import { carriers, centers, cuts, farms, lanes, places, states } from './name-reports.ts'
import { boxes, events, retention, shorts } from './people-reports.ts'
import type { Report } from './report.ts'
import { funnel, sales } from './sales-reports.ts'

/** In the order of their tabs. */
export const REPORTS: readonly Report[] = [
  sales,
  funnel,
  retention,
  farms,
  cuts,
  places,
  states,
  carriers,
  centers,
  lanes,
  boxes,
  shorts,
  events,
]
