import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { GiftCardBalancePage } from '#views/gift-cards/balance-page.tsx'
import { EMAIL_SENTENCE, isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { codeGuesses } from '../checkout/code-guesses.ts'
import { formatCents } from '../money.ts'
import { paths } from '../paths.ts'
import { balanceOf } from '../pricing/gift-cards.ts'
import type { AppEnv } from '../web/env.ts'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { bySession, rateLimit, tooManyRequests } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { cashOut } from './cash.ts'
import { cashBelowCents } from './cash-law.ts'
import { MAX_CODE_LENGTH } from './rules.ts'

export const balanceRoutes = new Hono<AppEnv>()

const Fields = z.object({ code: line(MAX_CODE_LENGTH) })

const CODE_MISSING = 'Please enter the code on your gift card.'
/** The same for a code that never was and for a card that is spent, so that guessing tells them nothing. */
const NO_BALANCE =
  'We found no balance for that code. Please check it for typos; a card that has been spent has none left.'

balanceRoutes.get(paths.giftCardBalance.pattern, (c) => balancePage(c, {}, 200))

const limits = rateLimit({ points: 60, seconds: 3_600, by: bySession })

balanceRoutes.post(paths.giftCardBalance.pattern, limits, async (c) => {
  const { services, body } = c.var
  const read = readFields(Fields, body)
  if (read.ok && read.value.code === '') return refused(c, CODE_MISSING)
  const wait = await codeGuesses.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)

  const cents = read.ok ? balanceOf(services.db, read.value.code) : 0
  if (cents === 0) return refused(c, NO_BALANCE)
  await codeGuesses.refund(c)
  if (!wantsHtml(c)) return c.json({ balance_cents: cents, message: `${formatCents(cents)} left.` })
  return balancePage(c, { balanceCents: cents }, 200)
})

const CashFields = z.object({
  code: line(MAX_CODE_LENGTH),
  email: line(MAX_EMAIL_LENGTH).refine(isEmail),
  state: line(2),
})

/** Costs a try like the balance, and says no more to who guesses. */
balanceRoutes.post(paths.giftCardCash.pattern, limits, async (c) => {
  const { services, body } = c.var
  const read = readFields(CashFields, body)
  if (!read.ok) return refused(c, EMAIL_SENTENCE)
  if (cashBelowCents(read.value.state) === 0) return refused(c, NO_CASH_THERE)
  const wait = await codeGuesses.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const press = services.random.token()
  const paid = await durably(services.db, (tx) => cashOut(tx, { ...read.value, press }, services.clock.now()))
  if (!paid.ok && paid.reason === 'unknown') return refused(c, NO_BALANCE)
  await codeGuesses.refund(c)
  if (!paid.ok) return refused(c, CASH_REFUSALS[paid.reason])
  const message = `We'll pay out ${formatCents(paid.cents)} and email you about it. The card is empty now.`
  return reply(c, 200, { message }, { path: paths.giftCardBalance(), flash: { kind: 'notice', message } })
})

const NO_CASH_THERE =
  'Please choose your state. Where the law asks for it, as in California, we pay out small balances in cash.'
const CASH_REFUSALS: Record<'too_much' | 'in_use' | 'not_bought' | 'unknown', string> = {
  unknown: NO_BALANCE,
  not_bought:
    'We can only pay out gift cards that were bought. This code is store credit, so please spend it on your next order.',
  too_much:
    'We pay out small balances only, and this card has more. It never expires, so spend it when you like.',
  in_use: 'An order is being paid with this gift card right now. Please try again in a few minutes.',
}

const refused = (c: Context<AppEnv>, message: string) =>
  wantsHtml(c) ? balancePage(c, { problem: message }, 422) : c.json({ error: message }, 422)

const balancePage = (
  c: Context<AppEnv>,
  shown: Parameters<typeof GiftCardBalancePage>[0],
  status: 200 | 422,
) => {
  return renderPage(c, <GiftCardBalancePage {...shown} />, {
    title: 'Gift card balance',
    indexed: false,
    styles: 'gift-cards',
    status,
  })
}
