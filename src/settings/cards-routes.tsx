import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { StoredCard } from '#db/schema/index.ts'
import { NewCardPage } from '#views/settings/new-card-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { paymentSettings } from '../checkout/payment-settings.ts'
import { paths } from '../paths.ts'
import {
  addCard,
  applySetupUpdate,
  type CardAdding,
  challengeOfSetup,
} from '../payments/account-card-adding.ts'
import { findSetup } from '../payments/account-card-setups.ts'
import { makeCardDefault, removeCard } from '../payments/account-cards.ts'
import { cardFacts } from '../payments/card-facts.ts'
import { chosenCardName } from '../payments/card-name.ts'
import { cardsOf } from '../payments/cards.ts'
import { ifAnswered } from '../payments/provider.ts'
import { CARD_FAILED_SENTENCE } from '../payments/rules.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { setFlash } from '../web/flash.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, byUser, failureCounter, rateLimit, tooManyRequests } from '../web/rate-limit.ts'
import { localPage, redirectTo } from '../web/redirect.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { partChanged, partGone, partRefused } from './account-page.tsx'
import { readCardName } from './fields.ts'

export const cardsRoutes = new Hono<AppEnv>()

const PART = 'account_cards'
const CARDS_PATH = paths.accountPart(PART)

/** Card testers use many accounts, so declines are also limited per network. */
const attempts = rateLimit(
  { points: 10, seconds: 600, by: byUser },
  { points: 300, seconds: 3600, by: byNetwork },
)
const declines = failureCounter({ points: 20, seconds: 3600, by: byNetwork })

cardsRoutes.post(
  paths.addCard.pattern,
  attempts,
  signedIn(async (c, user) => {
    const wait = await declines.secondsToWait(c)
    if (wait > 0) return tooManyRequests(c, wait)
    const name = readCardName(c.var.body)
    if (name === null) return refused(c, { code: 'card_missing' })
    return unlessTrouble(c, async () => respond(c, await addCard(c.var.services, user, name)))
  }),
)

cardsRoutes.get(
  paths.newCard.pattern,
  signedIn(async (c, user) => {
    const token = c.req.query('setup')
    if (token === undefined) return newCardPage(c)
    const setup = findSetup(c.var.services.db, user.id, token)
    if (!setup) return notFound(c)
    return unlessTrouble(c, async () => {
      const adding = await applySetupUpdate(c.var.services, setup)
      if (adding.outcome === 'account_gone') return requireSignIn(c)
      if (setup.status === 'open' && adding.outcome === 'declined') await declines.count(c)
      const question = adding.outcome === 'challenge' ? await challengeOfSetup(c.var.services, setup) : null
      if (question !== null) return newCardPage(c, { question, setupToken: setup.token })
      if (adding.outcome === 'declined') return newCardPage(c, { problem: problemOf(adding.reason) })
      const { path, part } = pageAfter(c)
      await setFlash(c, {
        kind: 'notice',
        message: adding.outcome === 'saved' ? savedSentence(adding) : PENDING,
        ...part,
      })
      return redirectTo(c, path, 302)
    })
  }),
)

cardsRoutes.post(
  paths.makeCardDefault.pattern,
  signedIn(async (c, user) => {
    const card = await makeCardDefault(c.var.services.db, user.id, c.req.param('id') ?? '')
    if (!card) return partGone(c, user, { part: PART })
    return partChanged(c, user, { part: PART, message: `${nameOf(c, card)} is now your default card.` })
  }),
)

cardsRoutes.post(
  paths.removeCard.pattern,
  signedIn(async (c, user) => {
    const { db, clock } = c.var.services
    const removal = await removeCard(db, user.id, c.req.param('id') ?? '', clock.now())
    if (removal.ok) {
      c.var.log.info({ event: 'card_removed' }, 'card removed')
      return partChanged(c, user, { part: PART, message: `${nameOf(c, removal.card)} has been removed.` })
    }
    if (removal.reason === 'unknown') return partGone(c, user, { part: PART })
    return partRefused(c, user, { part: PART, field: null, message: PAYS_MEMBERSHIP })
  }),
)

function nameOf({ var: { services } }: Ctx, card: StoredCard): string {
  const accountCards = card.userId === null ? [] : cardsOf(services.db, card.userId)
  return chosenCardName(cardFacts(card, accountCards, services.clock.now()))
}

const ADDED = 'Your card is saved.'
const UPDATED = 'You had already saved this card. We updated its details.'
const PENDING = "Your bank is still checking. Your card will show up here once it's approved."
const PAYS_MEMBERSHIP =
  'This card pays for your recurring boxes. Please add another card first. Then you can remove this one.'

const savedSentence = ({ wasKnown }: { wasKnown: boolean }) => (wasKnown ? UPDATED : ADDED)

async function respond(c: Ctx, adding: CardAdding) {
  switch (adding.outcome) {
    case 'saved': {
      c.var.log.info({ event: 'card_added' }, 'card added')
      const { id, brand, last4, expMonth, expYear, isDefault } = adding.card
      const card = { id, brand, last4, exp_month: expMonth, exp_year: expYear, is_default: isDefault }
      return goOn(c, { message: savedSentence(adding), card })
    }
    case 'challenge': {
      const path = paths.newCard({ setup: adding.setupToken, return_to: returnPath(c) })
      return reply(c, 200, { path }, { path })
    }
    case 'pending':
      return goOn(c, { message: PENDING })
    case 'declined':
      await declines.count(c)
      return refused(c, { code: 'declined', reason: adding.reason })
    case 'too_many':
      return refused(c, { code: 'too_many_declines', reason: TOO_MANY })
    case 'account_gone':
      return requireSignIn(c)
  }
}

const TOO_MANY = "Several cards were declined. Please wait an hour, or email us and we'll help."

/** A script follows `path` itself, so the message waits there as a flash. */
async function goOn(c: Ctx, { message, ...json }: { message: string; card?: object }) {
  const { path, part } = pageAfter(c)
  const flash = { kind: 'notice', message, ...part } as const
  if (!wantsHtml(c)) await setFlash(c, flash)
  return reply(c, 200, { message, path, ...json }, { path, flash })
}

/** The page that asked for a card, else the account's cards. */
function pageAfter(c: Ctx): { path: string; part: { part?: typeof PART } } {
  const path = returnPath(c)
  return path ? { path, part: {} } : { path: CARDS_PATH, part: { part: PART } }
}

function returnPath(c: Ctx): string | undefined {
  const asked = c.req.method === 'GET' ? c.req.query('return_to') : c.var.body.return_to
  const path = localPage(typeof asked === 'string' ? asked : null, c.var.services.config.appUrl)
  return path === '/' ? undefined : path
}

function refused(c: Ctx, { code, reason = null }: { code: string; reason?: string | null }) {
  const message = CARD_FAILED_SENTENCE
  if (!wantsHtml(c)) return c.json({ error: message, message, code, reason }, 422)
  return newCardPage(c, { problem: problemOf(reason) }, 422)
}

const problemOf = (reason: string | null) => [reason, CARD_FAILED_SENTENCE].filter(Boolean).join(' ')

const unlessTrouble = async (c: Ctx, work: () => Promise<Response>) =>
  (await ifAnswered(c.var, work)) ?? refused(c, { code: 'provider' })

type PageProps = { problem?: string; question?: string; setupToken?: string }

function newCardPage(c: Ctx, props: PageProps = {}, status: ContentfulStatusCode = 200) {
  const view = <NewCardPage {...props} payments={paymentSettings(c.var.services)} returnTo={returnPath(c)} />
  return renderPage(c, view, { title: 'Add a card', indexed: false, isFullLoad: true, status })
}
