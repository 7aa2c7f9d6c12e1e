import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { MAX_DIFFERENCES } from '#views/fulfillment/wave-differences.tsx'
import { WavePage } from '#views/fulfillment/wave-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { manifestsOf } from '../shipping/manifests.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import type { BoxChoice } from './box-choice.ts'
import type { Clerk } from './clerk.ts'
import { leftToPick } from './left-to-pick.ts'
import { lotGaps } from './lot-gaps.ts'
import { renderCenterPage } from './page.tsx'
import { waveParcelsByToken } from './parcels.ts'
import { recalledInBox } from './recalled-in-box.ts'
import { printParts, sheetsOf } from './slip-sheets.ts'
import { readStateFilter, stoppedBoxes, waveBoxPage, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

type Problem = { message: string; status: ContentfulStatusCode }
/** What a clerk wants to ship, and how many boxes of it have no label. */
export type Unlabeled = { choice: BoxChoice; boxes: number }

/** With what was refused, if anything was: then from the first page, with all boxes. */
export async function renderWave(c: Ctx, who: Clerk, wave: Wave, problem?: Problem, unlabeled?: Unlabeled) {
  const { db, random, clock } = c.var.services
  const query = problem ? {} : c.req.query()
  const filter = readStateFilter(query)
  const states = waveStates(db, wave.id)
  const list = waveBoxPage(db, states, filter, pageNumber(query))
  if (list.page > list.pages) return notFound(c)
  const tokens = list.rows.map(({ token }) => token)
  const isWhole = list.pages === 1 && filter === null
  const isFirst = list.page === 1 && filter === null && wave.state === 'active'
  const gaps = isFirst ? await lotGaps(db, wave) : []
  const toPrint = sheetsOf(
    db,
    list.rows.filter(({ state }) => state === 'to_pack'),
  )
  const stopped = stoppedBoxes(states)
  const listed = stopped.slice(0, MAX_DIFFERENCES)
  const view = (
    <WavePage
      center={who.center}
      wave={wave}
      counts={states.counts}
      stopped={stopped}
      recalled={new Map(listed.map((row) => [row.orderId, recalledInBox(db, wave.id, row)]))}
      list={list}
      filter={filter}
      parcels={waveParcelsByToken(db, wave.id, tokens)}
      totals={states.parcels}
      gaps={gaps}
      press={random.token()}
      filesPress={random.token()}
      manifests={manifestsOf(db, who.center.id, states.shipDays)}
      slips={{ parts: printParts(states), sheets: isWhole ? toPrint.length : null }}
      pick={isWhole ? leftToPick(db, wave, list.rows, clock.now()) : null}
      problem={problem?.message}
      unlabeled={unlabeled}
    />
  )
  const head = { current: 'waves' as const, title: `Wave ${wave.id}`, status: problem?.status }
  return renderCenterPage(c, who, head, view)
}
