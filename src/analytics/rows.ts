import { type Instant, MINUTE_MS } from '../day.ts'
import { sha256 } from '../tokens.ts'
import type { Body } from '../web/env.ts'
import {
  browserFamily,
  campaignOf,
  cleanProperties,
  cleanText,
  cleanToken,
  publicPath,
  referrerHost,
} from './clean.ts'
import { isEventName } from './names.ts'

export const MAX_EVENTS = 10
const MAX_SCREEN = 20_000

export type VisitRow = {
  token: string
  visitor: string
  userId: number | null
  platform: string
  browser: string
  landingPage: string | null
  referrer: string | null
  campaign: Record<string, string> | null
  screenWidth: number | null
  screenHeight: number | null
  startedAt: Instant
}

export type EventRow = {
  key: string
  name: string
  properties: Record<string, unknown>
  at: Instant
  visit: VisitRow
}

/** Who sends: tokens from the client, the rest from the request. */
export type Sender = Pick<VisitRow, 'token' | 'visitor' | 'userId' | 'browser'>

type Times = { now: Instant; wallNow: Instant }

/** Null without both tokens. */
export function senderOf(body: Body, userId: number | null, agent: string): Sender | null {
  const [token, visitor] = [cleanToken(body.visit_token), cleanToken(body.visitor_token)]
  return token && visitor ? { token, visitor, userId, browser: browserFamily(agent) } : null
}

export function visitOf(sender: Sender, body: Body, ownHost: string, { now }: Times): VisitRow {
  const { landing_page: landing, referrer, platform } = body
  return {
    ...bareVisit(sender, now),
    platform: typeof platform === 'string' ? cleanText(platform).slice(0, 20) : '',
    landingPage: typeof landing === 'string' ? publicPath(landing) : '/',
    referrer: referrerHost(referrer, ownHost),
    campaign: campaignOf(landing),
    screenWidth: pixels(body.screen_width),
    screenHeight: pixels(body.screen_height),
  }
}

/** One in ten events arrives before its visit, so each carries what it knows of the visit. */
const bareVisit = (sender: Sender, now: Instant): VisitRow => ({
  ...sender,
  platform: '',
  landingPage: null,
  referrer: null,
  campaign: null,
  screenWidth: null,
  screenHeight: null,
  startedAt: now,
})

const pixels = (sent: unknown) => {
  const number = Number(sent)
  return Number.isInteger(number) && number > 0 && number <= MAX_SCREEN ? number : null
}

/** The events of a body: JSON has them as a list, the beacon as a field of JSON. Null if they can't be read. */
export function sentEvents(body: Body): unknown[] | null {
  const events = typeof body.events_json === 'string' ? parsed(body.events_json) : body.events
  return Array.isArray(events) ? events.slice(0, MAX_EVENTS) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Leaves out events that we don't know. */
export function eventsOf(sender: Sender, sent: unknown[], times: Times): EventRow[] {
  const visit = bareVisit(sender, times.now)
  return sent.flatMap((one) => eventOf(visit, one, times) ?? [])
}

function eventOf(visit: VisitRow, sent: unknown, times: Times): EventRow | null {
  if (typeof sent !== 'object' || sent === null) return null
  const { id, name, properties, time } = sent as Record<string, unknown>
  const eventId = cleanToken(id)
  if (!eventId || !isEventName(name)) return null
  return {
    key: keyOf(visit.token, eventId),
    name,
    properties: cleanProperties(properties),
    at: trustedTime(time, times),
    visit,
  }
}

/** The client sends an event again until a 200 arrives, and bots replay cookies: once per visit and id. */
const keyOf = (visit: string, eventId: string) => `ahoy:${sha256(`${visit}:${eventId}`).slice(0, 22)}`

/** A client's clock counts only within the last minute. */
function trustedTime(seconds: unknown, { now, wallNow }: Times): Instant {
  const age = wallNow - Math.round(Number(seconds) * 1000)
  return age >= 0 && age <= MINUTE_MS ? now - age : now
}
