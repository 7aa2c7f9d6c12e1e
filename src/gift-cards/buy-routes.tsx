import { type Context, Hono } from 'hono'
import { GiftCardsPage } from '#views/gift-cards/gift-cards-page.tsx'
import { addGiftCards, removeGiftCardLine } from '../cart/gift-cards.ts'
import { addDays } from '../day.ts'
import { placeOf } from '../delivery/postal-zones.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { formatCents } from '../money.ts'
import { BEING_PAID_SENTENCE } from '../orders/rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { byNetwork, bySession, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { amountOf, type CardProblem, EMPTY_CARD, readCard, typedCard } from './fields.ts'
import { MAX_CARDS_PER_ORDER, MAX_SEND_DAYS } from './rules.ts'

export const buyRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

buyRoutes.get(paths.giftCards.pattern, (c) => formPage(c, {}, 200))

/** Changes nothing: what was typed is shown on the card. */
buyRoutes.post(paths.giftCards.pattern, (c) => {
  const read = readCard(c.var.body, today(c))
  return formPage(c, read.ok ? { isPreview: true } : { problem: read }, read.ok ? 200 : 422)
})

const limits = rateLimit(
  { points: 60, seconds: 3_600, by: bySession },
  { points: 200, seconds: 3_600, by: byNetwork },
)

buyRoutes.post(paths.addGiftCard.pattern, limits, async (c) => {
  const { services, visitor, body } = c.var
  const { db, random, clock } = services
  const read = readCard(body, today(c))
  if (!read.ok) return refused(c, read)
  const buyerState = visitor.postalCode ? (placeOf(db, visitor.postalCode)?.state ?? null) : null
  const deps = { db, random, now: clock.now() }
  const added = await addGiftCards(deps, visitor, { ...read.value, buyerState }, MAX_CARDS_PER_ORDER)
  if (!added.ok) return refused(c, { field: 'amount', message: REFUSALS[added.reason] })
  const { amountCents, quantity } = read.value
  const cards = quantity === 1 ? 'gift card' : `${quantity} gift cards`
  const message = `We added your ${formatCents(amountCents)} ${cards}.`
  const redirect_to = paths.cart()
  return reply(c, 200, { message, redirect_to }, { path: redirect_to, flash: { kind: 'notice', message } })
})

const REFUSALS = {
  being_paid: BEING_PAID_SENTENCE,
  cart_full: `You can buy up to ${MAX_CARDS_PER_ORDER} gift cards at once. Please check out first, or email us about more.`,
}

buyRoutes.delete(paths.cartGiftCard.pattern, async (c) => {
  const { services, visitor } = c.var
  const { db, random, clock } = services
  const deps = { db, random, now: clock.now() }
  const removed = await removeGiftCardLine(deps, visitor, c.req.param('boughtToken'))
  if (!removed.ok && removed.reason === 'unknown') return notFound(c)
  const message = removed.ok ? 'We removed the gift card.' : BEING_PAID_SENTENCE
  const flash = { kind: removed.ok ? 'notice' : 'danger', message } as const
  const json = removed.ok ? { message } : { error: message, message }
  return reply(c, removed.ok ? 200 : 409, json, { path: previousPage(c, paths.cart()), flash })
})

function refused(c: Ctx, problem: CardProblem) {
  const { field, message } = problem
  return wantsHtml(c) ? formPage(c, { problem }, 422) : c.json({ error: message, message, field }, 422)
}

const today = ({ var: { services } }: Ctx) => dayIn(SHOP_ZONE, services.clock.now())

type State = { problem?: CardProblem; isPreview?: boolean }

function formPage(c: Ctx, state: State, status: 200 | 422) {
  const from = today(c)
  const typed = c.req.method === 'GET' ? EMPTY_CARD : typedCard(c.var.body)
  const view = (
    <GiftCardsPage
      {...state}
      typed={typed}
      cents={amountOf(typed)}
      sendFrom={from}
      sendUntil={addDays(from, MAX_SEND_DAYS)}
    />
  )
  return renderPage(c, view, {
    title: 'Gift cards',
    description: 'Give good meat from independent farms, in any amount. Gift cards never expire.',
    canonical: paths.giftCards(),
    styles: 'gift-cards',
    status,
  })
}
