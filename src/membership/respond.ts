import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { reply, wantsHtml } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import type { Planning } from './boxes.ts'
import type { MembershipChange, MembershipRefusal } from './refusals.ts'
import { RENEWAL_FAILURE } from './sentences.ts'

export const SENTENCES = {
  paused: "Your membership is paused. We won't send or charge any boxes until you're back.",
  resumed: 'Welcome back! Your membership is on, and so are your member prices.',
  canceled: "Your membership is canceled. We won't send or charge any more boxes.",
  frequency: "We've changed how often your box comes.",
  preferences: "We'll remember that.",
  card: 'Your next box is charged to that card.',
} as const

export const REFUSALS: Record<Exclude<MembershipRefusal, 'unknown'>, string> = {
  canceled: 'This membership is canceled. To start again, make your next box a recurring one.',
  locked:
    "It's too late to change this box: it comes as planned, and is charged as we told you. You can still change the one after it.",
  being_paid: 'This box is being paid right now. Please try again in a minute.',
  nothing_to_undo: "It's too late to undo that.",
}

/** What every change needs that may plan a box. */
export const planningOf = (c: Ctx): Planning => {
  const { random, clock } = c.var.services
  return { random, now: clock.now() }
}

export function changed(
  c: Ctx,
  change: MembershipChange,
  message: string,
  json: Record<string, unknown> = {},
) {
  if (!change.ok) return refused(c, change.reason)
  const path = previousPage(c, paths.memberships())
  return reply(c, 200, { message, ...json }, { path, flash: { kind: 'notice', message } })
}

export const refused = (c: Ctx, reason: MembershipRefusal) =>
  reason === 'unknown' ? notFound(c) : refuse(c, 409, REFUSALS[reason])

export const CHOOSE_FREQUENCY = "Please choose how often you'd like your box."

/** The reason goes with the customer's sentence, which has none. */
export function refuseRenewal(c: Ctx, status: 409 | 422, reason: string) {
  if (wantsHtml(c)) return refuse(c, status, `${RENEWAL_FAILURE} ${reason}`)
  return c.json({ error: RENEWAL_FAILURE, message: RENEWAL_FAILURE, reason }, status)
}
