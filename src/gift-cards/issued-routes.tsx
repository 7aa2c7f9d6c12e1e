import { type Context, Hono } from 'hono'
import { durably } from '#db/client.ts'
import { PrintCardPage } from '#views/gift-cards/print-card-page.tsx'
import { isPrintKey } from '../orders/gift-card-mails.tsx'
import { orderPathOf, type Viewable, viewableOrder } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { boughtCardByToken, codeOfBought, issuedCardsOf, spacedCode } from '../pricing/bought-cards.ts'
import { TOKEN_PATTERN } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { bySession, rateLimit } from '../web/rate-limit.ts'
import { readPress } from '../web/read-press.ts'
import { reply } from '../web/respond.ts'
import { RETURN_SENTENCES, returnCard } from './return-card.ts'
import { SEND_SENTENCES, sendCardAgain } from './send-again.ts'

export const issuedRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

/** The key in the link is the proof; without it the page looks like one that doesn't exist. */
issuedRoutes.get(paths.printGiftCard.pattern, (c) => {
  const { db, config } = c.var.services
  const token = c.req.param('boughtToken')
  if (!TOKEN_PATTERN.test(token) || !isPrintKey(config, token, c.req.query('key'))) return notFound(c)
  const bought = boughtCardByToken(db, token)
  const code = bought && codeOfBought(db, config.sessionSecret, bought)
  if (!bought || !code || bought.endedAt !== null || bought.deliveryMethod === 'box') return notFound(c)
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  const view = (
    <PrintCardPage
      cents={bought.amountCents}
      code={spacedCode(code)}
      message={bought.message}
      sender={bought.senderName}
      shopUrl={config.appUrl}
      store={config.store}
    />
  )
  return renderPage(c, view, { title: 'Your gift card', indexed: false, styles: 'gift-cards' })
})

const presses = rateLimit({ points: 10, seconds: 3_600, by: bySession })

issuedRoutes.post(
  paths.sendGiftCard.pattern,
  presses,
  viewableOrder(async (c, viewable) => {
    const card = cardIn(c, viewable)
    if (!card) return notFound(c)
    const { db, clock, random } = c.var.services
    const named = readPress(c) ?? random.token()
    const sent = await durably(db, (tx) => sendCardAgain(tx, card.bought.id, named, clock.now()))
    const done = card.bought.deliveryMethod === 'print' ? 'sent_to_buyer' : 'sent'
    return answer(c, viewable, sent.ok, SEND_SENTENCES[sent.ok ? done : sent.reason])
  }),
)

issuedRoutes.post(
  paths.returnGiftCard.pattern,
  presses,
  viewableOrder(async (c, viewable) => {
    const card = cardIn(c, viewable)
    if (!card) return notFound(c)
    const { db, clock } = c.var.services
    const returned = await durably(db, (tx) => returnCard(tx, card.bought.id, clock.now()))
    return answer(c, viewable, returned.ok, RETURN_SENTENCES[returned.ok ? 'returned' : returned.reason])
  }),
)

const cardIn = (c: Ctx, { order }: Viewable) =>
  issuedCardsOf(c.var.services.db, order.id).find(
    ({ bought }) => bought.token === c.req.param('boughtToken') && bought.deliveryMethod !== 'box',
  )

function answer(c: Ctx, viewable: Viewable, ok: boolean, message: string) {
  const flash = { kind: ok ? 'notice' : 'danger', message } as const
  const json = ok ? { message } : { error: message, message }
  return reply(c, ok ? 200 : 409, json, { path: orderPathOf(viewable), flash })
}
