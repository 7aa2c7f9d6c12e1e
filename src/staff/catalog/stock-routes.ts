import { Hono } from 'hono'
import { z } from 'zod'
import { staff } from '../../accounts/guards.ts'
import { counted } from '../../counted.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { digits, line, readFields } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { rowId } from '../../web/row-id.ts'
import { type CorrectionOutcome, correctStock, stockByCenter } from './center-stock.ts'
import { offerByToken } from './offer-list.ts'
import { offerPage } from './offer-page.tsx'

export const stockRoutes = new Hono<AppEnv>()

const MAX_CHANGE = 100_000

const Correction = z.object({
  center: line(10),
  change: digits(7)
    .refine((typed) => /^[+-]?\d{1,6}$/.test(typed), { message: 'a whole number such as 12 or -3' })
    .transform(Number)
    .refine((change) => change !== 0 && Math.abs(change) <= MAX_CHANGE, {
      message: `not 0, and at most ${MAX_CHANGE.toLocaleString('en-US')} units`,
    }),
  reason: line(200).refine((typed) => typed !== '', { message: 'say why the number is different' }),
  seen_units: digits(7).refine((typed) => /^\d{0,7}$/.test(typed), { message: 'a number of units' }),
})

const LABELS = { change: '“Change”', reason: '“Why”', seen_units: 'the units' }

stockRoutes.post(
  paths.correctStock.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const offer = offerByToken(db, c.req.param('offerToken') ?? '')
    if (!offer) return notFound(c)
    const refuse = (status: 409 | 422, message: string) =>
      wantsHtml(c)
        ? offerPage(c, user, offer, { status, stock: message })
        : c.json({ error: message, message }, status)
    const read = readFields(Correction, c.var.body, LABELS)
    if (!read.ok) return refuse(422, read.message)
    const { center: typed, change, reason, seen_units: seen } = read.value
    const center = stockByCenter(db, offer.id, clock.now()).find(({ id }) => id === rowId(typed))
    if (!center) return refuse(422, 'Please choose a center.')
    const correction = { change, reason, seen: seen === '' ? null : Number(seen) }
    const outcome = await correctStock(
      c.var.services,
      { offerId: offer.id, centerId: center.id, ...correction },
      user,
    )
    if (!outcome.ok) return refuse(...refusalOf(outcome, center.reserved))
    const onHand = center.onHand + change
    const message = `${Math.abs(change)} ${change > 0 ? 'added' : 'removed'}. ${center.name} has ${onHand} now.`
    const json = { message, center: center.id, on_hand: onHand }
    return reply(c, 200, json, { path: paths.staffOffer(offer.token), flash: { kind: 'notice', message } })
  }),
)

type Refused = Exclude<CorrectionOutcome, { ok: true }>

function refusalOf(outcome: Refused, reserved: number): [409 | 422, string] {
  if (outcome.reason === 'changed')
    return [409, `The stock changed since you opened this page: ${outcome.onHand} now. Nothing was changed.`]
  if (outcome.reason === 'too_many')
    return [422, `${mostWords(outcome.available, reserved)} Nothing was changed.`]
  throw new Error(`a correction without a lot was refused for one: ${outcome.reason}`)
}

const mostWords = (available: number, reserved: number) =>
  reserved > 0
    ? `Only ${available} can be removed; the rest is reserved.`
    : `Only ${counted(available, 'is', 'are')} there to remove.`
