import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { actorOf } from '../accounts/actor.ts'
import type { Ctx } from '../accounts/guards.ts'
import { recordAction } from '../audit/audit.ts'
import { paths } from '../paths.ts'
import { MAX_LOT_LENGTH } from '../stock/lots.ts'
import { pressMark } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { setFlash } from '../web/flash.ts'
import { pageNumber } from '../web/page-number.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { Clerk } from './clerk.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { waveBoxJson } from './json.ts'
import { openSlip } from './open-slip.ts'
import type { Press } from './pack-boxes.ts'
import { openBox, type PackingRefusal, type Scanned } from './packing-box.ts'
import { boxJson, refusePacking, renderPacking } from './packing-page.tsx'
import { readScaleWeight } from './scale-weight.ts'
import { lineName, scanPackage, weighPackage } from './scan-package.ts'
import { shortBox, shortOfPress } from './short-box.ts'
import { readSlipCode } from './slip-code.ts'
import { unfinishedWords } from './unfinished-words.ts'
import { unscanPackage } from './unscan-package.ts'
import { waveBoxesByToken } from './wave-boxes.ts'
import { waveBoxPage, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

export const packingRoutes = new Hono<AppEnv>()

const MAX_CODE_LENGTH = 200

/** `slip` is what was scanned, `order_token` the box that is being packed. */
packingRoutes.get(
  paths.packing.pattern,
  clerkAtWave((c, who, wave) => {
    const { slip, order_token: token } = c.req.query()
    if (slip !== undefined) return followSlip(c, who, wave, slip.slice(0, MAX_CODE_LENGTH), token)
    if (token === undefined)
      return wantsHtml(c) ? renderPacking(c, who, wave, null) : c.json(leftJson(c, wave))
    const [row] = waveBoxesByToken(c.var.services.db, wave.id, [token])
    if (!row) return refuse(c, 404, `There is no order "${token.slice(0, 40)}" in this wave.`)
    return wantsHtml(c) ? renderPacking(c, who, wave, row) : c.json(boxJson(c, wave, row))
  }),
)

/** What nobody has packed yet. */
function leftJson(c: Ctx, wave: Wave) {
  const { db } = c.var.services
  const { rows, ...list } = waveBoxPage(db, waveStates(db, wave.id), 'to_pack', pageNumber(c.req.query()))
  return { orders: rows.map(waveBoxJson), ...list }
}

/** `token` is of the box on the table. A pack that is scanned on the page of a stopped box gets that box's reason. */
async function followSlip(c: Ctx, who: Clerk, wave: Wave, scanned: string, token?: string) {
  const { db } = c.var.services
  const [onTable = null] = token ? waveBoxesByToken(db, wave.id, [token]) : []
  const opened = openSlip(db, wave, scanned)
  if (!opened.ok && opened.code === 'unknown_barcode' && !readSlipCode(scanned) && onTable) {
    const box = openBox(db, wave, onTable.token)
    if (!box.ok) return refusePacking(c, who, wave, onTable, box)
  }
  // A recall's words call the slip's own box "this box".
  if (!opened.ok) return refusePacking(c, who, wave, opened.code === 'recalled' ? null : onTable, opened)
  const path = paths.packing(who.center.slug, wave.id, { order_token: opened.row.token })
  const message = onTable && unfinishedWords(db, wave, { left: onTable, opened: opened.row })
  if (!wantsHtml(c))
    return c.json({ ...(message && { message }), ...boxJson(c, wave, opened.row), redirect_to: path })
  if (message) await setFlash(c, { kind: 'info', message })
  return redirectTo(c, path, 302)
}

const token = line(60).refine((typed) => typed !== '', { message: 'which one' })
const packageId = line(80).refine((typed) => /^[\w.#-]+$/.test(typed), { message: 'the code on the pack' })
const grams = digits(MAX_CODE_LENGTH)
  .refine((typed) => /^(\d{1,6}(\.\d{1,3})?)?$/.test(typed), { message: 'it must be in grams, like 3742' })
  .transform((typed) => (typed === '' ? null : Math.round(Number(typed))))

const scanId = line(64)
  .optional()
  .refine((typed) => !typed || /^[\w-]{8,64}$/.test(typed), { message: 'an id of 8 to 64 characters' })

const scan = z.object({
  ...{ order_token: token, barcode: line(MAX_CODE_LENGTH), scan_id: scanId },
  lot: line(MAX_LOT_LENGTH),
})

/** Scanners send GS as a control character, which no other field may hold. */
const withoutControls = (body: Record<string, unknown>) =>
  typeof body.barcode === 'string' ? { ...body, barcode: body.barcode.replaceAll('\u001d', '␝') } : body

packingRoutes.post(
  paths.scanPackage.pattern,
  clerkAtWave((c, who, wave) => {
    const read = readFields(scan, withoutControls(c.var.body))
    if (!read.ok) return refuseFields(c, who, wave, read.message)
    const { order_token: orderToken, barcode: typed, scan_id: id, lot } = read.value
    if (typed === '') return refuseFields(c, who, wave, 'Please check barcode: scan or type it.')
    if (readSlipCode(typed)) return followSlip(c, who, wave, typed, orderToken)
    const barcode = typed.replaceAll('␝', '\u001d')
    const scanned = {
      orderToken,
      barcode,
      lot: lot || null,
      scanId: pressMark(id ?? '', wave.id, orderToken),
    }
    return pack(c, who, wave, orderToken, (tx, press) => scanPackage(tx, wave, scanned, press))
  }),
)

const unscan = z.object({ order_token: token, package_id: packageId, press: line(40) })

packingRoutes.post(
  paths.unscanPackage.pattern,
  clerkAtWave(async (c, who, wave) => {
    const read = readFields(unscan, c.var.body)
    if (!read.ok) return refuseFields(c, who, wave, read.message)
    const { order_token: orderToken, package_id: id, press: typed } = read.value
    const { db, clock } = c.var.services
    const press = { userId: who.user.id, now: clock.now() }
    const request = { orderToken, packageId: id, press: pressMark(typed, wave.id, orderToken, id) }
    const done = await durably(db, (tx) => unscanPackage(tx, wave, request, press))
    const [row] = waveBoxesByToken(db, wave.id, [orderToken])
    if (!done.ok || !row)
      return refusePacking(c, who, wave, row ?? null, done.ok ? noSuchBox(orderToken) : done)
    const message = 'Taken out. Put it back on its shelf.'
    const path = paths.packing(who.center.slug, wave.id, { order_token: row.token })
    return reply(c, 200, { message, ...boxJson(c, wave, row) }, { path, flash: { kind: 'notice', message } })
  }),
)

const weigh = z.object({
  order_token: token,
  bid_item_token: token,
  package_id: packageId,
  gross_grams: grams,
  net_grams: grams,
  lot: line(40),
  confirmed: checkbox,
  first_grams: grams.optional(),
})

/** A scanner types into whatever field has the focus. */
const isBarcode = (typed: unknown): boolean =>
  typeof typed === 'string' && /[^\d.,\s]|\d{7}/.test(typed.trim())

const NO_WEIGHT =
  'That isn’t a weight. Put this pack on the scale and enter what it shows, in grams. Then scan the next pack.'

const WEIGHT_LABELS = { gross_grams: 'the weight', net_grams: 'the weight', first_grams: 'the first weight' }

packingRoutes.post(
  paths.weighPackage.pattern,
  clerkAtWave((c, who, wave) => {
    if (isBarcode(c.var.body.gross_grams)) return refuseFields(c, who, wave, NO_WEIGHT)
    const read = readFields(weigh, c.var.body, WEIGHT_LABELS)
    if (!read.ok) return refuseFields(c, who, wave, read.message)
    const scale = readScaleWeight(c)
    if (!scale.ok) return refuseFields(c, who, wave, scale.message)
    const { order_token: orderToken, net_grams: netGrams, lot, ...fields } = read.value
    const weighing = {
      orderToken,
      offerToken: fields.bid_item_token,
      packageId: fields.package_id,
      grossGrams: fields.gross_grams ?? (netGrams === null ? scale.grams : null),
      netGrams,
      lot: lot || null,
      isConfirmed: fields.confirmed,
      firstGrams: fields.first_grams ?? null,
    }
    return pack(c, who, wave, orderToken, (tx, press) => weighPackage(tx, wave, weighing, press))
  }),
)

const MAX_REASON_LENGTH = 200

const short = z.object({
  order_token: token,
  bid_item_token: token,
  quantity: digits(3)
    .refine((typed) => /^[1-9]\d{0,2}$/.test(typed), { message: 'a whole number, at least 1' })
    .transform(Number),
  reason: line(MAX_REASON_LENGTH).refine((typed) => typed !== '', { message: 'why it is missing' }),
  press: line(40),
})

packingRoutes.post(
  paths.shortBox.pattern,
  clerkAtWave((c, who, wave) => {
    const read = readFields(short, c.var.body, { quantity: '“Packs”', reason: '“Why”' })
    if (!read.ok) return refuseFields(c, who, wave, read.message)
    const { order_token: orderToken, bid_item_token: offerToken, quantity, reason, press: typed } = read.value
    const mark = pressMark(typed, wave.id, orderToken, offerToken, quantity)
    const request = { orderToken, offerToken, quantity, reason, press: mark }
    return pack(c, who, wave, orderToken, (tx, press) => {
      const earlier = shortOfPress(tx, wave, request)
      if (earlier) return earlier
      const [box] = waveBoxesByToken(tx, wave.id, [orderToken])
      const line = box?.lines.find(({ bid_item_token }) => bid_item_token === offerToken)
      const scanned = shortBox(tx, wave, request, press)
      if (scanned.ok)
        recordAction(tx, {
          ...{ actor: actorOf(who.user), verb: 'order.shorted', reason, now: press.now },
          subject: { kind: 'order', token: orderToken, label: scanned.row.identifier },
          detail: { item: line && lineName(line), quantity },
        })
      return scanned
    })
  }),
)

type Verb = (tx: DurableTx, press: Press) => Scanned

async function pack(c: Ctx, who: Clerk, wave: Wave, orderToken: string, verb: Verb) {
  const { db, clock } = c.var.services
  const scanned = await durably(db, (tx) => verb(tx, { userId: who.user.id, now: clock.now() }))
  const [row] = waveBoxesByToken(db, wave.id, [orderToken])
  if (!scanned.ok || !row)
    return refusePacking(c, who, wave, row ?? null, scanned.ok ? noSuchBox(orderToken) : scanned)
  const message = scanned.isPacked ? `Box ${row.position} is packed.` : 'Right.'
  const json = { message, package_id: scanned.packageId, ...boxJson(c, wave, row) }
  const path = paths.packing(who.center.slug, wave.id, { order_token: row.token })
  return reply(c, 200, json, { path, flash: { kind: 'notice', message, part: 'task' } })
}

const noSuchBox = (orderToken: string): PackingRefusal => ({
  ok: false,
  code: 'unknown_order',
  token: orderToken,
})

function refuseFields(c: Ctx, who: Clerk, wave: Wave, message: string) {
  if (!wantsHtml(c)) return c.json({ error: message, message }, 422)
  const typed = c.var.body.order_token
  const [row] = typeof typed === 'string' ? waveBoxesByToken(c.var.services.db, wave.id, [typed]) : []
  return renderPacking(c, who, wave, row ?? null, { status: 422, title: 'Check it', message, code: 'fields' })
}
