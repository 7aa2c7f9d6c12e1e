import { claims, givenWeight } from './loss-reports.ts'
import { members, recovered } from './member-reports.ts'
import { carriers, centers, cuts, farms, lanes, places, states } from './name-reports.ts'
import { boxes, events, retention, shorts } from './people-reports.ts'
import type { Report } from './report.ts'
import { funnel, sales } from './sales-reports.ts'
import { expiring } from './stock-reports.ts'

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
  members,
  recovered,
  claims,
  givenWeight,
  expiring,
  boxes,
  shorts,
  events,
]
