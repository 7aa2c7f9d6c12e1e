import type { Db } from '#db/client.ts'
import {
  type LotProblemFacts,
  PackingPage,
  type PackingProblem,
  type TypedShort,
} from '#views/fulfillment/packing-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import type { Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { heavyWords, isHeavy } from '../shipping/parcel.ts'
import { badLots } from '../stock/lot-packing.ts'
import { lotProblemWords } from '../stock/lot-rules.ts'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import type { Clerk } from './clerk.ts'
import { waveBoxJson } from './json.ts'
import { packedLines } from './packages.ts'
import type { PackingRefusal } from './packing-box.ts'
import { colleagueWords, missingPacks, type PackedLine } from './packing-lines.ts'
import { packingWords } from './packing-words.ts'
import { waveParcelsByToken } from './parcels.ts'
import { recalledInBox } from './recalled-in-box.ts'
import type { WaveBoxRow } from './wave-boxes.ts'
import { nextToPack, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

export function boxJson(c: Ctx, wave: Wave, row: WaveBoxRow) {
  const { db } = c.var.services
  const lines = packedLines(db, wave.id, row)
  return { ...waveBoxJson(row), lines: lines.map(lineJson), warning: heavyWarning(db, wave.id, row) }
}

/** Shown before the box is closed, while there's time to get help lifting it. */
function heavyWarning(db: Db, waveId: number, { token, lines }: WaveBoxRow): string | null {
  const packaging = waveParcelsByToken(db, waveId, [token])[0]?.packaging
  const contents = packaging && { box: { lines }, packaging }
  return contents && isHeavy(contents) ? `This box ${heavyWords(contents)}` : null
}

const lineJson = (one: PackedLine) => ({
  bid_item_token: one.bid_item_token,
  name: one.name,
  label: one.label,
  shelf: one.shelf ?? null,
  quantity: one.quantity,
  missing: missingPacks(one),
  by_weight: one.isByWeight,
  packages: one.packages.map((each) => ({
    package_id: each.packageId,
    lot: each.lot,
    gross_grams: each.grossGrams,
    tare_grams: each.tareGrams,
    net_grams: each.netGrams,
    needs_weight: each.needsWeight,
  })),
})

/** A typed lot may be misread, so it is asked for again; a pack of a recalled lot is set aside. */
const asksForLot = (
  { var: { body } }: Ctx,
  refusal: PackingRefusal,
): refusal is Extract<PackingRefusal, { code: 'wrong_lot' | 'which_lot' }> =>
  refusal.code === 'which_lot' ||
  (refusal.code === 'wrong_lot' &&
    typeof body.barcode === 'string' &&
    Boolean(body.lot) &&
    refusal.why !== lotProblemWords('recalled'))

export function refusePacking(
  c: Ctx,
  who: Clerk,
  wave: Wave,
  row: WaveBoxRow | null,
  refusal: PackingRefusal,
) {
  const { status, title, message } = packingWords(refusal)
  if (wantsHtml(c))
    return renderPacking(c, who, wave, row, {
      status,
      title,
      message,
      code: refusal.code,
      grams: 'grams' in refusal ? refusal.grams : undefined,
      lots: asksForLot(c, refusal) ? { barcode: typedBarcode(c), codes: refusal.need } : undefined,
    })
  const { ok: _, boxes: _boxes, ...facts } = { boxes: null, ...refusal }
  return c.json({ error: message, message, ...facts }, status)
}

export function renderPacking(
  c: Ctx,
  { center, user }: Clerk,
  wave: Wave,
  row: WaveBoxRow | null,
  problem?: PackingProblem,
) {
  const { db, random, clock } = c.var.services
  const states = waveStates(db, wave.id)
  const lines = row ? packedLines(db, wave.id, row) : []
  const view = (
    <PackingPage
      center={center}
      wave={wave}
      row={row}
      lines={lines}
      lotProblems={row?.state === 'to_pack' ? lotProblemsIn(db, wave, row, clock.now()) : []}
      recalled={row ? recalledInBox(db, wave.id, row) : []}
      press={random.token()}
      colleague={row?.state === 'to_pack' ? colleagueWords(lines, user.id) : null}
      warning={row && heavyWarning(db, wave.id, row)}
      left={states.counts.to_pack}
      next={nextToPack(db, states, row?.position ?? 0, user.id)}
      problem={problem && { ...problem, short: typedShort(c.var.body) }}
    />
  )
  const title = row ? `Pack box ${row.position} of wave ${wave.id}` : `Pack wave ${wave.id}`
  return renderPage(c, view, {
    title,
    indexed: false,
    layout: 'back-office',
    ...(problem && { status: problem.status }),
  })
}

/** Lots may have expired since the wave planned them. */
const lotProblemsIn = (db: Db, wave: Wave, { orderId }: WaveBoxRow, now: Instant): LotProblemFacts[] =>
  badLots(db, wave.id, [orderId], todayAt(db, wave.fcId, now)).map(({ offerId, code, problem }) => ({
    offerId,
    code,
    words: lotProblemWords(problem),
  }))

const typedBarcode = ({ var: { body } }: Ctx) => (typeof body.barcode === 'string' ? body.barcode : '')

/** Only the form that shorts a box sends all three. */
function typedShort({ bid_item_token: token, quantity, reason }: Ctx['var']['body']): TypedShort | undefined {
  const isShort = typeof token === 'string' && typeof quantity === 'string' && typeof reason === 'string'
  return isShort ? { token, quantity, reason } : undefined
}
