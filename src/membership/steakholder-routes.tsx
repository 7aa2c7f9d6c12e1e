import { Hono } from 'hono'
import { z } from 'zod'
import { Welcome } from '#views/membership/welcome.tsx'
import { ownOrder, ownOrderPage } from '../orders/own-order.ts'
import { startsMembership } from '../orders/recurring-rules.ts'
import { isCanceled, isPlaced } from '../orders/states.ts'
import { paths } from '../paths.ts'
import { renderConfirmation } from '../payments/confirmation.tsx'
import type { AppEnv, Body } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { lines, readFields } from '../web/fields.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply } from '../web/respond.ts'
import { type Answers, saveSurvey, surveyOf } from './survey.ts'
import { MAX_ANSWER, QUESTIONS } from './survey-questions.ts'

export const steakholderRoutes = new Hono<AppEnv>()

steakholderRoutes.get(
  paths.steakholder.pattern,
  ownOrderPage((c, order) => {
    if (!isPlaced(order.state)) return redirectTo(c, paths.checkout(order.token), 302)
    if (isCanceled(order.state)) return redirectTo(c, paths.order(order.token), 302)
    if (!startsMembership(order)) return redirectTo(c, paths.confirmation(order.token), 302)
    const answers = surveyOf(c.var.services.db, order.id)
    return renderConfirmation(
      c,
      order,
      <Welcome orderToken={order.token} period={order.renewPeriodType} answers={answers} />,
    )
  }),
)

const THANKS = 'Thanks! Your answers help us pick what to pack.'

steakholderRoutes.post(
  paths.surveyResponse.pattern,
  ownOrder(async (c, order) => {
    if (!isPlaced(order.state)) return refuse(c, 409, "We'll ask once your order is placed.")
    const read = readAnswers(c.var.body)
    if (!read.ok) return refuse(c, 422, read.message)
    const { db, clock } = c.var.services
    await saveSurvey(db, order.id, read.value, clock.now())
    const path = paths.steakholder(order.token)
    return reply(c, 200, { message: THANKS }, { path, flash: { kind: 'notice', message: THANKS } })
  }),
)

const AnswerFields = z.object(
  Object.fromEntries(QUESTIONS.map(({ name }) => [name, lines(MAX_ANSWER)] as const)),
)
const LABELS = Object.fromEntries(QUESTIONS.map(({ name, label }) => [name, `your answer to “${label}”`]))

/** Only what we asked, and of the options only those that were offered. */
function readAnswers(body: Body): { ok: true; value: Answers } | { ok: false; message: string } {
  const { answers } = body
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers))
    return { ok: false, message: 'Please answer at least one question.' }
  const read = readFields(AnswerFields, answers as Body, LABELS)
  if (!read.ok) return read
  const given = Object.entries(read.value).filter(([, answer]) => answer !== '')
  if (given.length === 0) return { ok: false, message: 'Please answer at least one question.' }
  const isOffered = ([name, answer]: [string, string]) =>
    QUESTIONS.find((question) => question.name === name)?.options?.includes(answer) ?? true
  if (!given.every(isOffered)) return { ok: false, message: 'Please choose one of the answers.' }
  return { ok: true, value: Object.fromEntries(given) }
}
