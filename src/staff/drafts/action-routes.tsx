import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { CONSENT_WAYS, type Order, type User } from '#db/schema/index.ts'
import type { Ctx } from '../../accounts/guards.ts'
import { MAX_EMAIL_LENGTH } from '../../accounts/rules.ts'
import {
  AcceptedFields,
  acceptedOf,
  deliveryFieldsOf,
  PLACE_LABELS,
  PlaceAndPerson,
} from '../../checkout/address-fields.ts'
import { parseDay } from '../../day.ts'
import { paths } from '../../paths.ts'
import { networkMark } from '../../payments/declines-limit.ts'
import type { Random } from '../../tokens.ts'
import type { AppEnv } from '../../web/env.ts'
import { checkbox, digits, line, lines, readFields } from '../../web/fields.ts'
import { pressOf } from '../orders/press.ts'
import { chargeDraft } from './charge.ts'
import { decideDraft, dropDraft, revokeDraft, sendDraft } from './decide.ts'
import { codeDraft, dateDraft, deliverDraft } from './delivery.ts'
import type { By, DraftChange } from './open-draft.ts'
import { answerDraft, type DraftProblem, refuseDraft, staffDraftOf } from './page.tsx'
import { MAX_CONSENT_LENGTH } from './rules.ts'

/** What staff do with a draft besides filling it. */
export const draftActionRoutes = new Hono<AppEnv>()

const version = digits(10)

type Act = (tx: DurableTx, orderId: number, by: By & { random: Random }) => DraftChange

async function act(c: Ctx, user: User, order: Order, action: Act) {
  const { db, clock, random } = c.var.services
  const by = { user, now: clock.now(), random }
  return answerDraft(c, user, order.token, await durably(db, (tx) => action(tx, order.id, by)))
}

const unfit = (c: Ctx, user: User, { token }: Order, message: string, form?: DraftProblem['form']) =>
  refuseDraft(c, user, token, { status: 422, message, typed: c.var.body, ...(form && { form }) })

const DeliveryFields = z.object({
  email: line(MAX_EMAIL_LENGTH),
  ...PlaceAndPerson.shape,
  ...AcceptedFields.shape,
  version,
})

draftActionRoutes.post(
  paths.deliverDraft.pattern,
  staffDraftOf(async (c, user, order) => {
    const read = readFields(DeliveryFields, c.var.body, { email: '“Email”', ...PLACE_LABELS })
    if (!read.ok) return unfit(c, user, order, read.message, 'delivery')
    const delivery = {
      email: read.value.email,
      typed: deliveryFieldsOf(read.value),
      accepted: acceptedOf(read.value),
      version: read.value.version,
    }
    const { services } = c.var
    const change = await deliverDraft(services, order, delivery, { user, now: services.clock.now() })
    return answerDraft(c, user, order.token, change, 'delivery')
  }),
)

draftActionRoutes.post(
  paths.dateDraft.pattern,
  staffDraftOf((c, user, order) => {
    const read = readFields(z.object({ arrival_date: line(10), version }), c.var.body)
    const date = read.ok ? parseDay(read.value.arrival_date) : null
    if (!read.ok || !date) return unfit(c, user, order, 'Please choose a delivery date.')
    return act(c, user, order, (tx, id, by) => dateDraft(tx, id, read.value.version, date, by))
  }),
)

draftActionRoutes.post(
  paths.codeDraft.pattern,
  staffDraftOf((c, user, order) => {
    const read = readFields(z.object({ code: line(64), mark: line(64), version }), c.var.body, {
      code: '“Promotion or gift card”',
    })
    if (!read.ok) return unfit(c, user, order, read.message)
    return act(c, user, order, (tx, id, by) => codeDraft(tx, id, read.value.version, read.value, by))
  }),
)

draftActionRoutes.post(
  paths.decideDraft.pattern,
  staffDraftOf((c, user, order) => {
    const read = readFields(z.object({ decision: line(10), version }), c.var.body)
    const decision = read.ok ? read.value.decision : ''
    if (!read.ok || (decision !== 'approve' && decision !== 'refuse'))
      return unfit(c, user, order, 'Please choose "approve" or "refuse".')
    const decided = { version: read.value.version, isApproved: decision === 'approve' }
    return act(c, user, order, (tx, id, by) => decideDraft(tx, id, decided, by))
  }),
)

draftActionRoutes.post(
  paths.sendDraft.pattern,
  staffDraftOf((c, user, order) => {
    const read = readFields(z.object({ press: line(40), version }), c.var.body)
    if (!read.ok) return unfit(c, user, order, read.message)
    const minute = Math.floor(c.var.services.clock.now() / 60_000)
    const sending = {
      version: read.value.version,
      press: pressOf(read.value.press, read.value.version, minute),
    }
    return act(c, user, order, (tx, id, by) => sendDraft(tx, id, sending, by))
  }),
)

const Seen = z.object({ version })

draftActionRoutes.post(
  paths.revokeDraft.pattern,
  staffDraftOf((c, user, order) => {
    const read = readFields(Seen, c.var.body)
    if (!read.ok) return unfit(c, user, order, read.message)
    return act(c, user, order, (tx, id, by) => revokeDraft(tx, id, read.value.version, by))
  }),
)

draftActionRoutes.post(
  paths.dropDraft.pattern,
  staffDraftOf((c, user, order) => {
    const read = readFields(Seen, c.var.body)
    if (!read.ok) return unfit(c, user, order, read.message)
    return act(c, user, order, (tx, id, by) => dropDraft(tx, id, read.value.version, by))
  }),
)

const ChargeFields = z.object({
  card_id: digits(15),
  total_cents: digits(9),
  consent: checkbox,
  consent_way: line(10),
  consent_words: lines(MAX_CONSENT_LENGTH),
  version,
})

draftActionRoutes.post(
  paths.chargeDraft.pattern,
  staffDraftOf(async (c, user, order) => {
    const read = readFields(ChargeFields, c.var.body, { consent_words: '“What they said or wrote”' })
    if (!read.ok) return unfit(c, user, order, read.message, 'charge')
    const { card_id: cardId, total_cents, consent, consent_words: words } = read.value
    const way = CONSENT_WAYS.find((known) => known === read.value.consent_way)
    if (!consent || !way || words === '')
      return unfit(
        c,
        user,
        order,
        'Please say how the customer agreed, write down their words, and check that they agreed.',
        'charge',
      )
    if (!/^\d+$/.test(total_cents))
      return unfit(c, user, order, 'Please reload the page and try again.', 'charge')
    const { services } = c.var
    const request = {
      version: read.value.version,
      cardId,
      totalCents: Number(total_cents),
      way,
      words,
      network: networkMark(c),
    }
    const change = await chargeDraft(services, order, request, { user, now: services.clock.now() })
    return answerDraft(c, user, order.token, change, 'charge')
  }),
)
