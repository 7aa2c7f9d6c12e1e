import { type Day, formatDay } from '../day.ts'
import { segmentsOf } from './gsm.ts'
import { CODE_MARK, SHOP_MARK, URL_MARK } from './marks.ts'

/** Every text about a box: the shop's name first, our own link last, two segments of plain letters at most. */

export const SHIPMENT_WORDS = ['shipped', 'out_for_delivery', 'delivered', 'delayed'] as const
export type ShipmentWord = (typeof SHIPMENT_WORDS)[number]

export const isShipmentWord = (word: string): word is ShipmentWord =>
  SHIPMENT_WORDS.some((one) => one === word)

type Box = { identifier: string; expectedOn: Day | null; path: string }

export function shipmentText(word: ShipmentWord, { identifier, expectedOn, path }: Box): string {
  const day = expectedOn ? formatDay(expectedOn, 'short') : null
  return `${SHOP_MARK}: ${SENTENCES[word](identifier, day)} ${URL_MARK}${path}`
}

const SENTENCES: Record<ShipmentWord, (box: string, day: string | null) => string> = {
  shipped: (box, day) => `Your box ${box} has shipped${day ? ` and should arrive ${day}` : ''}. Follow it:`,
  out_for_delivery: (box) =>
    `Your box ${box} is out for delivery today. Please make room in your freezer. Follow it:`,
  delivered: (box) =>
    `Your box ${box} was delivered. Please get it into the freezer soon. Is something wrong?`,
  delayed: (box, day) =>
    `Your box ${box} is running late${day ? ` and should now arrive ${day}` : ''}. Sorry! See what you can do:`,
}

type Hold = {
  identifier: string
  movedTo: Day | null
  /** 'Fri, Dec 4, 2 pm PST', if we need a yes by then. */
  answerBy: string | null
  /** The bank only holds the money, so a cancel refunds nothing. */
  isReleased?: boolean
  keepUrl: string
  cancelUrl: string
}

/** Two links where they fit; else the one of the page that has both choices. */
export function weatherText({ identifier, movedTo, answerBy, isReleased, keepUrl, cancelUrl }: Hold): string {
  const news = movedTo
    ? `moved box ${identifier} to ${formatDay(movedTo, 'short')}`
    : `holds up box ${identifier}`
  const by = answerBy ? ` (by ${answerBy})` : ''
  const keep = movedTo ? `Keep${by}` : 'Options'
  const text = `${SHOP_MARK}: Weather ${news}. ${keep}: ${keepUrl} Cancel, ${isReleased ? 'no charge' : 'full refund'}: ${cancelUrl}`
  return segmentsOf(text) <= MAX_SEGMENTS
    ? text
    : `${SHOP_MARK}: Weather ${news}. Keep it, or cancel ${isReleased ? 'and pay nothing' : 'for a full refund'}${by}: ${keepUrl}`
}

const MAX_SEGMENTS = 2

type Store = { email: string; phone: string }

/** Answers to replies, and what a number gets before and after its owner agrees. */
export const REPLIES = {
  code: () =>
    `${CODE_MARK} is your code for delivery texts, or reply YES. It works for 10 minutes. Msg & data rates may apply. Reply STOP to cancel, HELP for help.`,
  on: () =>
    'Delivery texts are on, up to 6 a box. Msg & data rates may apply. Reply STOP to cancel, HELP for help.',
  stop: () => "You won't get any more texts from us. Reply START to get them again.",
  cancel: (path: string) =>
    `Texts are off. This doesn't cancel a box. To cancel a box: ${URL_MARK}${path} Reply START for texts.`,
  help: ({ email, phone }: Store) =>
    `Texts about your deliveries. Help: ${email} or ${phone}. Msg & data rates may apply. Reply STOP to cancel.`,
  unknown: ({ email }: Store) =>
    `Nobody reads replies here. Please write to ${email}. Reply HELP for help, STOP to end texts.`,
  nothingToStart: (path: string) =>
    `There's nothing to turn on for this number. Turn on texts at ${URL_MARK}${path}`,
}

export const fromShop = (words: string) => `${SHOP_MARK}: ${words}`
