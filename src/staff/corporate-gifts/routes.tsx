import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import type { CorporateGift, User } from '#db/schema/index.ts'
import type { Ctx } from '../../accounts/guards.ts'
import { parseDay } from '../../day.ts'
import { paths } from '../../paths.ts'
import type { Random } from '../../tokens.ts'
import type { AppEnv } from '../../web/env.ts'
import { digits, readFields, text } from '../../web/fields.ts'
import { reply } from '../../web/respond.ts'
import { rowId } from '../../web/row-id.ts'
import type { By, DraftChange } from '../drafts/open-draft.ts'
import { refuseDraft, staffDraftOf } from '../drafts/page.tsx'
import { addBoxes, removeLines } from './add-boxes.ts'
import { beginGift } from './begin.ts'
import { giftById } from './gifts.ts'
import { answerGift, refuseGift, renderGift, staffGiftOf } from './page.tsx'
import { quoteGift, takeQuoteBack } from './quote.ts'
import { readRecipients } from './recipients-csv.ts'
import { returnRest } from './return-rest.ts'
import { MAX_FILE_LENGTH } from './rules.ts'
import { tryAgain, tryOnAnotherDay } from './try-again.ts'

export const corporateGiftRoutes = new Hono<AppEnv>()

const byOf = (c: Ctx, user: User) => {
  const { clock, random } = c.var.services
  return { user, now: clock.now(), random }
}

corporateGiftRoutes.post(
  paths.beginCorporateGift.pattern,
  staffDraftOf(async (c, user, order) => {
    const read = readFields(z.object({ version: digits(10) }), c.var.body)
    const version = read.ok ? read.value.version : ''
    const begun = await durably(c.var.services.db, (tx) => beginGift(tx, order.id, version, byOf(c, user)))
    if (!begun.ok) return refuseDraft(c, user, order.token, begun)
    const { token } = begun.gift
    return reply(c, 200, { token }, { path: paths.corporateGift(token) })
  }),
)

corporateGiftRoutes.get(paths.corporateGift.pattern, staffGiftOf(renderGift))

const NOTHING = 'Please choose a file, or paste the lines of your spreadsheet.'
const TOO_LONG = `A file can have at most ${MAX_FILE_LENGTH / 1000} KB.`

corporateGiftRoutes.post(
  paths.corporateGift.pattern,
  staffGiftOf(async (c, user, gift) => {
    const file = c.var.uploads?.find(({ field }) => field === 'file')?.bytes
    const read = readFields(z.object({ rows: text }), c.var.body)
    if (!read.ok) return refuseGift(c, user, gift, { status: 422, message: read.message })
    const { rows } = read.value
    const typed = file?.toString('utf8') || rows
    if (typed.trim() === '') return refuseGift(c, user, gift, { status: 422, message: NOTHING })
    if (typed.length > MAX_FILE_LENGTH) return refuseGift(c, user, gift, { status: 413, message: TOO_LONG })
    const { lines, problems } = readRecipients(typed)
    if (problems.length > 0)
      return refuseGift(c, user, gift, {
        status: 422,
        message: 'Nothing was added. Please correct these lines and send all of them again.',
        lines: problems,
        rows,
      })
    return act(c, user, gift, (tx, by) => addBoxes(tx, gift.id, lines, by))
  }),
)

type Act = (tx: DurableTx, by: By & { random: Random }) => DraftChange

async function act(c: Ctx, user: User, gift: CorporateGift, action: Act) {
  const { db } = c.var.services
  const change = await durably(db, (tx) => action(tx, byOf(c, user)))
  return answerGift(c, user, giftById(db, gift.id), change)
}

/** 0 where the form names none. */
function boxIdOf(c: Ctx): number {
  const read = readFields(z.object({ box_id: digits(12) }), c.var.body)
  return read.ok ? rowId(read.value.box_id) : 0
}

corporateGiftRoutes.post(
  paths.removeRefusedBoxes.pattern,
  staffGiftOf((c, user, gift) => {
    const boxId = boxIdOf(c)
    return act(c, user, gift, (tx, by) => removeLines(tx, gift.id, boxId, by))
  }),
)

/** What the page showed. */
const Seen = z.object({ seen_cents: digits(9) })

corporateGiftRoutes.post(
  paths.quoteGift.pattern,
  staffGiftOf((c, user, gift) => {
    const read = readFields(Seen, c.var.body)
    if (!read.ok) return refuseGift(c, user, gift, { status: 422, message: read.message })
    return act(c, user, gift, (tx, by) => quoteGift(tx, gift.id, Number(read.value.seen_cents), by))
  }),
)

corporateGiftRoutes.post(
  paths.takeQuoteBack.pattern,
  staffGiftOf((c, user, gift) => act(c, user, gift, (tx, by) => takeQuoteBack(tx, gift.id, by))),
)

corporateGiftRoutes.post(
  paths.tryBoxesAgain.pattern,
  staffGiftOf((c, user, gift) => act(c, user, gift, (tx, by) => tryAgain(tx, gift.id, by))),
)

corporateGiftRoutes.post(
  paths.moveGiftBox.pattern,
  staffGiftOf((c, user, gift) => {
    const day = parseDay(typeof c.var.body.arrival_on === 'string' ? c.var.body.arrival_on : '')
    if (day === null) return refuseGift(c, user, gift, { status: 422, message: NO_DAY })
    const boxId = boxIdOf(c)
    return act(c, user, gift, (tx, by) => tryOnAnotherDay(tx, gift.id, { boxId, day }, by))
  }),
)

const NO_DAY = 'Please choose a delivery date.'

corporateGiftRoutes.post(
  paths.returnGiftRest.pattern,
  staffGiftOf((c, user, gift) => {
    const read = readFields(Seen, c.var.body)
    if (!read.ok) return refuseGift(c, user, gift, { status: 422, message: read.message })
    return act(c, user, gift, (tx, by) => returnRest(tx, gift.id, Number(read.value.seen_cents), by))
  }),
)
