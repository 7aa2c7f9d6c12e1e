import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { GiftCardsPage } from '#views/staff/promotions/gift-cards-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import { spacedCode } from '../../pricing/bought-cards.ts'
import { freezeIssuedCard, isIssued, issueGiftCard } from '../../pricing/issue-gift-card.ts'
import { iso } from '../../privacy/iso.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound, refuse } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { rowId } from '../../web/row-id.ts'
import { isAboveLimit, OVER_DAY_LIMIT } from '../giving.ts'
import { renderDesk } from '../page.tsx'
import { GiftCardFields, withCents } from './fields.ts'
import { FIRST_PAGE, listGiftCards } from './lists.ts'

export const staffGiftCardRoutes = new Hono<AppEnv>()

staffGiftCardRoutes.get(
  paths.staffGiftCards.pattern,
  staff((c, user) => cardsPage(c, user)),
)

type Shown = { status?: 409 | 422; message?: string; code?: string; cents?: number }

function cardsPage(c: Ctx, user: User, shown: Shown = {}) {
  const { db, random } = c.var.services
  const list = listGiftCards(db, rowId(c.req.query('before')) || FIRST_PAGE)
  if (!wantsHtml(c)) return c.json({ items: list.items.map(cardJson), next: list.next })
  const view = (
    <GiftCardsPage list={list} press={random.token()} shown={shown} typed={shown.status ? c.var.body : {}} />
  )
  c.header('Cache-Control', 'no-store')
  return renderDesk(c, user, { current: 'promotions', title: 'Gift cards', status: shown.status }, view)
}

/** Answers with the page itself: the code is shown once, so it must not wait in a message. */
staffGiftCardRoutes.post(
  paths.staffGiftCards.pattern,
  staff(async (c, user) => {
    const { db, clock, config } = c.var.services
    const read = readFields(GiftCardFields, withCents(c.var.body, 'amount'), {
      amount: 'the amount',
      reason: 'the reason',
    })
    if (!read.ok) return refuseCard(c, user, 422, read.message)
    const { amount, reason, press } = read.value
    const issue = { cents: amount ?? 0, reason, press }
    const now = clock.now()
    const card = await durably(db, (tx) =>
      !isIssued(tx, press) && isAboveLimit(tx, { userId: user.id, cents: issue.cents, now })
        ? 'over_limit'
        : issueGiftCard(tx, config, issue, actorOf(user), now),
    )
    if (card === 'over_limit') return refuseCard(c, user, 422, OVER_DAY_LIMIT)
    if (!card)
      return refuseCard(
        c,
        user,
        409,
        'This gift card was issued before. We show its code only once: stop it and issue another if the code is lost.',
      )
    if (wantsHtml(c)) return cardsPage(c, user, { code: spacedCode(card.code), cents: issue.cents })
    return c.json({ id: card.id, code: card.code, amount_cents: issue.cents })
  }),
)

function refuseCard(c: Ctx, user: User, status: 409 | 422, message: string) {
  return wantsHtml(c) ? cardsPage(c, user, { status, message }) : refuse(c, status, message)
}

staffGiftCardRoutes.post(
  paths.freezeGiftCard.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const isFrozen = c.var.body.frozen !== 'no'
    const id = rowId(c.req.param('cardId'))
    const isOurs = await durably(db, (tx) => freezeIssuedCard(tx, id, isFrozen, actorOf(user), clock.now()))
    if (!isOurs) return notFound(c)
    const message = isFrozen
      ? 'Stopped. It can’t be used until you resume it.'
      : 'Resumed. It can be used again.'
    return reply(c, 200, { message }, { path: paths.staffGiftCards(), flash: { kind: 'notice', message } })
  }),
)

type Card = ReturnType<typeof listGiftCards>['items'][number]

const cardJson = ({ id, codeEnd, initialCents, balanceCents, frozenAt, createdAt, cause }: Card) => ({
  id,
  code_end: codeEnd,
  cause,
  initial_cents: initialCents,
  balance_cents: balanceCents,
  frozen_at: iso(frozenAt),
  created_at: iso(createdAt),
})
