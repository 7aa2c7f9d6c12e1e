import { z } from 'zod'
import { TOPICS, type Topic } from '../accounts/preference-rules.ts'
import type { PreferenceChange } from '../accounts/preferences.ts'
import { LONGEST_NAME, type ProfileChange } from '../accounts/profile.ts'
import { PHONE_SENTENCE, parsePhone } from '../delivery/rules.ts'
import type { Body } from '../web/env.ts'
import { figure, line, ticked } from '../web/fields.ts'

export type Refused = { ok: false; field: string; message: string }
type Read<T> = { ok: true; value: T } | Refused

const name = line(LONGEST_NAME).nullish()

const LABELS: Record<string, string> = { first_name: 'First name', last_name: 'Last name' }

/** Name and phone as their form sends them. What is not sent stays; a last name and a phone can be taken out. */
export function readProfile(body: Body): Read<ProfileChange> {
  const change: ProfileChange = {}
  for (const field of ['first_name', 'last_name'] as const) {
    if (body[field] === undefined || body[field] === null) continue
    const read = name.safeParse(body[field])
    if (!read.success) return refused(field, `${LABELS[field]}: ${read.error.issues[0]?.message}.`)
    if (field === 'first_name' && !isSeen(read.data)) return refused(field, 'Please enter your first name.')
    change[field === 'first_name' ? 'firstName' : 'lastName'] = read.data || null
  }
  if (body.phone_number === undefined || body.phone_number === null) return { ok: true, value: change }
  const typed = figure(30).safeParse(body.phone_number).data ?? '?'
  const phone = parsePhone(typed)
  if (typed !== '' && !phone) return refused('phone_number', PHONE_SENTENCE)
  return { ok: true, value: { ...change, phone } }
}

/** Anything that shows: a name of nothing but joiners and blanks is none. */
const isSeen = (name: string | null | undefined) => /[^\p{C}\p{Z}\p{M}]/u.test(name ?? '')

const refused = (field: string, message: string): Refused => ({ ok: false, field, message })

const LEVEL_SENTENCE = 'Please choose weekly or never.'

/**
 * `preferences[level]` and `preferences[topics][…]`; topics that we do not know are dropped. A form that shows the boxes
 * says so, since what is not ticked in it is not sent; else what is not named stays. So does what a form sends as it
 * was shown: another window may have changed it since, and nobody who said "never" shall be written to for that.
 */
export function readPreferences(body: Body): Read<PreferenceChange> {
  const wanted = z.record(z.string(), z.unknown()).safeParse(body.preferences).data
  if (!wanted) return refused('level', LEVEL_SENTENCE)
  const level = z.enum(['weekly', 'never']).optional().safeParse(wanted.level)
  if (!level.success) return refused('level', LEVEL_SENTENCE)
  const topics = readTopics(wanted.topics, ticked.parse(wanted.shows_topics))
  const chosen = Object.entries(topics).filter(
    ([topic, isOn]) => !isAsShown(wanted.shown_topics, topic, isOn),
  )
  return {
    ok: true,
    value: {
      level: level.data === wanted.shown_level ? undefined : level.data,
      topics: Object.fromEntries(chosen),
    },
  }
}

const isAsShown = (shown: unknown, topic: string, isOn: boolean): boolean =>
  typeof shown === 'string' && shown.split(' ').includes(topic) === isOn

function readTopics(sent: unknown, showsAll: boolean): Partial<Record<Topic, boolean>> {
  const named = z.record(z.string(), z.unknown()).safeParse(sent).data ?? {}
  const meant = TOPICS.map(({ name }) => name).filter((topic) => showsAll || named[topic] !== undefined)
  return Object.fromEntries(meant.map((topic) => [topic, ticked.parse(named[topic])]))
}

/** The box for marketing texts; null where it was not on the page, or is as it was shown. */
export function readTextBox({
  sms_marketing,
  shows_sms_marketing,
  shown_sms_marketing,
}: Body): boolean | null {
  const isActivated = sms_marketing !== undefined || ticked.parse(shows_sms_marketing)
  const isOn = ticked.parse(sms_marketing)
  const isLeft = shown_sms_marketing !== undefined && ticked.parse(shown_sms_marketing) === isOn
  return isActivated && !isLeft ? isOn : null
}

/** A name of a card, as the provider's form gives it; anything else is no card of ours. */
const CARD_NAME = /^(tok|pm)_[0-9A-Za-z_]{1,250}$/

export const readCardName = (body: Body): string | null =>
  line(255).pipe(z.string().regex(CARD_NAME)).safeParse(body.stripeToken).data ?? null

/** What was typed into some fields, to stand in them again; what no person types is left out. */
export const typedAgain = (body: Body, fields: string[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = body[field]
      return typeof text === 'string' ? [[field, text.slice(0, LONGEST_TYPED)]] : []
    }),
  )

const LONGEST_TYPED = 254
