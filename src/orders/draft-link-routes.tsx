import { Hono } from 'hono'
import { z } from 'zod'
import { DraftLinkPage } from '#views/orders/draft-link-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply } from '../web/respond.ts'
import { draftByKey, openDraftHere } from './draft-link.ts'
import { isLinkLive } from './drafts.ts'
import { heldByEachBox } from './gift-boxes.ts'
import { cardFacts } from './placed.ts'
import { pricedOrder } from './priced-order.ts'
import { type Refusal, readiness } from './readiness.ts'
import { shownLines } from './shown-lines.ts'
import { isOpen } from './states.ts'

export const draftLinkRoutes = new Hono<AppEnv>()

const PAID = 'This box is paid. Thank you! Your receipt is in your email.'
const OVER = 'This link has ended. Please reply to our email or call us for a new one.'
const OTHERS = 'This box belongs to another account. Please sign in with the email address we wrote to.'

type Found = NonNullable<ReturnType<typeof draftByKey>>

function overWords({ order, draft }: Found, now: number): string | null {
  if (draft.state === 'paid') return PAID
  return isOpen(order.state) && isLinkLive(draft, now) ? null : OVER
}

/** What the checkout asks for itself stops nobody here. */
const ASKED_AT_CHECKOUT = ['address_missing', 'date_missing', 'email_missing', 'terms_required']

const problemOf = ({ code, message }: Refusal): string | null =>
  ASKED_AT_CHECKOUT.includes(code) ? null : message

draftLinkRoutes.get(paths.payForDraft.pattern, (c) => {
  const { db, clock } = c.var.services
  const key = c.req.query('key') ?? ''
  const found = find(c, key)
  if (!found) return notFound(c)
  const now = clock.now()
  const over = overWords(found, now)
  if (over) return refuse(c, 410, over)
  const { order, draft } = found
  const priced = pricedOrder(db, order, now)
  const ready = readiness(db, order, now)
  c.header('Referrer-Policy', 'no-referrer')
  const page = (
    <DraftLinkPage
      orderToken={order.token}
      linkKey={key}
      lines={[...shownLines(db, order.id, priced.items), ...priced.extras.boughtCards.map(cardFacts)]}
      totals={priced.totals}
      eachHolds={heldByEachBox(db, order.id)}
      addressKnown={order.deliveryState !== null || priced.items.length === 0}
      arrivesOn={order.arrivalOn}
      linkEndsAt={draft.linkEndsAt ?? now}
      changedAt={(draft.filledAt ?? 0) > (draft.mailedAt ?? 0) ? draft.filledAt : null}
      problem={ready.ok ? null : problemOf(ready.refusal)}
    />
  )
  return renderPage(c, page, { title: 'Your box', indexed: false, styles: 'orders' })
})

const KeyFields = z.object({ key: line(64) })

draftLinkRoutes.post(paths.payForDraft.pattern, async (c) => {
  const { db, clock } = c.var.services
  const read = readFields(KeyFields, c.var.body)
  const key = read.ok ? read.value.key : ''
  const found = find(c, key)
  if (!found) return notFound(c)
  const over = overWords(found, clock.now())
  if (over) return refuse(c, 410, over)
  const { order } = found
  const { user, sessionHash } = c.var.visitor
  if (order.userId === null) await openDraftHere(db, order.id, sessionHash, clock.now())
  else if (!user) return requireSignIn(c, { returnTo: paths.payForDraft(order.token, { key }) })
  else if (user.id !== order.userId) return refuse(c, 409, OTHERS)
  const path = paths.checkout(order.token)
  return reply(c, 200, { path }, { path })
})

const find = (c: Ctx, key: string) =>
  draftByKey(c.var.services.db, c.var.services.config, c.req.param('orderToken') ?? '', key)
