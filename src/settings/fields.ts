import { z } from 'zod'
import { TOPICS, type Topic } from '../accounts/preference-rules.ts'
import type { PreferenceChange } from '../accounts/preferences.ts'
import { MAX_NAME_LENGTH, type ProfileChange } from '../accounts/profile.ts'
import { PHONE_SENTENCE, parsePhone } from '../delivery/rules.ts'
import type { Body } from '../web/env.ts'
import { checkbox, digits, line } from '../web/fields.ts'

export type Refused = { ok: false; field: string; message: string }
type Read<T> = { ok: true; value: T } | Refused

const name = line(MAX_NAME_LENGTH).nullish()

const LABELS: Record<string, string> = { first_name: 'First name', last_name: 'Last name' }

export function readProfile(body: Body): Read<ProfileChange> {
  const change: ProfileChange = {}
  for (const field of ['first_name', 'last_name'] as const) {
    if (body[field] === undefined || body[field] === null) continue
    const read = name.safeParse(body[field])
    if (!read.success) return refused(field, `${LABELS[field]}: ${read.error.issues[0]?.message}.`)
    if (field === 'first_name' && !isVisible(read.data))
      return refused(field, 'Please enter your first name.')
    change[field === 'first_name' ? 'firstName' : 'lastName'] = read.data || null
  }
  if (body.phone_number === undefined || body.phone_number === null) return { ok: true, value: change }
  const typed = digits(30).safeParse(body.phone_number).data ?? '?'
  const phone = parsePhone(typed)
  if (typed !== '' && !phone) return refused('phone_number', PHONE_SENTENCE)
  return { ok: true, value: { ...change, phone } }
}

/** Whether a name has more than spaces, joiners and control characters. */
const isVisible = (name: string | null | undefined) => /[^\p{C}\p{Z}\p{M}]/u.test(name ?? '')

const refused = (field: string, message: string): Refused => ({ ok: false, field, message })

const LEVEL_SENTENCE = 'Please choose weekly or never.'

/**
 * Browsers do not send unchecked boxes, so a form with all boxes also sends `shows_topics`. Values equal to those
 * shown are ignored: a stale form must not undo a "never" that was chosen in another window.
 */
export function readPreferences(body: Body): Read<PreferenceChange> {
  const sent = z.record(z.string(), z.unknown()).safeParse(body.preferences).data
  if (!sent) return refused('level', LEVEL_SENTENCE)
  const level = z.enum(['weekly', 'never']).optional().safeParse(sent.level)
  if (!level.success) return refused('level', LEVEL_SENTENCE)
  const topics = readTopics(sent.topics, checkbox.parse(sent.shows_topics))
  const changed = Object.entries(topics).filter(([topic, isOn]) => !isAsShown(sent.shown_topics, topic, isOn))
  return {
    ok: true,
    value: {
      level: level.data === sent.shown_level ? undefined : level.data,
      topics: Object.fromEntries(changed),
    },
  }
}

const isAsShown = (shown: unknown, topic: string, isOn: boolean): boolean =>
  typeof shown === 'string' && shown.split(' ').includes(topic) === isOn

function readTopics(sent: unknown, showsAll: boolean): Partial<Record<Topic, boolean>> {
  const values = z.record(z.string(), z.unknown()).safeParse(sent).data ?? {}
  const present = TOPICS.map(({ name }) => name).filter((topic) => showsAll || values[topic] !== undefined)
  return Object.fromEntries(present.map((topic) => [topic, checkbox.parse(values[topic])]))
}

/** Null if the checkbox was not on the page or did not change. */
export function readTextBox({
  sms_marketing,
  shows_sms_marketing,
  shown_sms_marketing,
}: Body): boolean | null {
  const isOnPage = sms_marketing !== undefined || checkbox.parse(shows_sms_marketing)
  const isOn = checkbox.parse(sms_marketing)
  const isUnchanged = shown_sms_marketing !== undefined && checkbox.parse(shown_sms_marketing) === isOn
  return isOnPage && !isUnchanged ? isOn : null
}

/** A Stripe token or payment method id. */
const CARD_NAME = /^(tok|pm)_[0-9A-Za-z_]{1,250}$/

export const readCardName = (body: Body): string | null =>
  line(255).pipe(z.string().regex(CARD_NAME)).safeParse(body.stripeToken).data ?? null

/** Fills the form again after a refusal. */
export const typedValues = (body: Body, fields: string[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = body[field]
      return typeof text === 'string' ? [[field, text.slice(0, MAX_TYPED_LENGTH)]] : []
    }),
  )

const MAX_TYPED_LENGTH = 254
