import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import type { DraftOrder } from '#db/schema/index.ts'
import { staff } from '../../accounts/guards.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '../../accounts/rules.ts'
import { draftLinkUrl } from '../../orders/draft-link.ts'
import { draftOf } from '../../orders/drafts.ts'
import { orderById } from '../../orders/orders.ts'
import { paths } from '../../paths.ts'
import type { Random } from '../../tokens.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { digits, line, lines, readFields } from '../../web/fields.ts'
import { pressOf } from '../orders/press.ts'
import { sendDraft } from './decide.ts'
import { fillDraft, type WantedLine } from './fill.ts'
import type { By, DraftRefused } from './open-draft.ts'
import { MAX_REASON_LENGTH } from './rules.ts'
import { draftByPress, startDraft } from './start.ts'

export const orderCallRoutes = new Hono<AppEnv>()

const OrderCall = z.object({
  email: line(MAX_EMAIL_LENGTH),
  items: z.array(z.object({ bid_item_token: line(40), quantity: digits(3) })).max(200),
  price_cents: digits(9),
  reason: lines(MAX_REASON_LENGTH),
})

const isCount = (typed: string) => /^[1-9]\d{0,2}$/.test(typed)

/** A draft in one call: begun, filled, at a price of our own if one is given, and its link to pay emailed. */
orderCallRoutes.post(
  paths.staffOrders.pattern,
  staff(async (c, user) => {
    const read = readFields(OrderCall, c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { email, items, price_cents, reason } = read.value
    if (!isEmail(email)) return refuse(c, 422, 'Please enter an email address like name@example.com.')
    if (items.length === 0 || items.some(({ quantity }) => !isCount(quantity)))
      return refuse(c, 422, 'Please name at least one pack, with quantities as whole numbers.')
    if (!/^\d*$/.test(price_cents)) return refuse(c, 422, 'Please send price_cents as a whole number.')
    const { db, clock, random, config } = c.var.services
    const now = clock.now()
    const wanted: Wanted = {
      email,
      reason,
      lines: items.map(({ bid_item_token: token, quantity }) => ({
        ...{ token, quantity: Number(quantity) },
        priceCents: null,
      })),
      priceCents: price_cents === '' ? null : Number(price_cents),
    }
    const press = pressOf('', 'order call', wanted, Math.floor(now / 60_000))
    const made = await makeDraft((work) => durably(db, work), wanted, press, { user, now, random })
    if (!made.ok) return refuse(c, made.status, made.message)
    const order = orderById(db, made.draft.orderId)
    const isOut = made.draft.linkEndsAt !== null
    return c.json({
      message: made.message,
      order_token: order.token,
      /** Null while a colleague has to approve the price. */
      pay_url: isOut ? draftLinkUrl(config, order, made.draft) : null,
    })
  }),
)

type Wanted = { email: string; lines: WantedLine[]; priceCents: number | null; reason: string }
type Made = { ok: true; draft: DraftOrder; message: string }

/** Undoes the steps before it. */
class Unmade extends Error {
  readonly refusal: DraftRefused
  constructor(refusal: DraftRefused) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** All of its steps or none; the same call again within a minute finds the draft that it made. */
function makeDraft(
  inTransaction: (work: (tx: DurableTx) => Made) => Promise<Made>,
  wanted: Wanted,
  press: string,
  by: By & { random: Random },
): Promise<Made | DraftRefused> {
  return inTransaction((tx) => {
    const known = draftByPress(tx, press)
    if (known) return { ok: true, draft: known, message: 'This draft was made before.' }
    const begun = startDraft(tx, { customer: null, email: wanted.email, name: '', phone: '', press }, by)
    if (!begun.ok) throw new Unmade(begun)
    const { id } = begun.order
    const filled = fillDraft(tx, id, { ...wanted, version: versionOf(tx, id) }, by)
    if (!filled.ok) throw new Unmade(filled)
    const isWaiting = draftOf(tx, id)?.needsApproval
    const sent = isWaiting
      ? filled
      : sendDraft(tx, id, { version: versionOf(tx, id), press: 'order call' }, by)
    if (!sent.ok) throw new Unmade(sent)
    const draft = draftOf(tx, id)
    if (!draft) throw new Error(`draft ${id} is gone`)
    return { ok: true, draft, message: sent.message }
  }).catch((error: unknown) => {
    if (error instanceof Unmade) return error.refusal
    throw error
  })
}

const versionOf = (tx: DurableTx, orderId: number) => String(orderById(tx, orderId).version)
