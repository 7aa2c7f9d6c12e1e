import { type Day, formatDay } from '../day.ts'
import { SHOP_MARK, URL_MARK } from './marks.ts'

/** Every text about a box: the shop's name first, our own link last, two segments of plain letters at most. */

export const SHIPMENT_WORDS = ['shipped', 'out_for_delivery', 'delivered', 'delayed'] as const
export type ShipmentWord = (typeof SHIPMENT_WORDS)[number]

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
  answerBy: string | null
  keepUrl: string
  cancelUrl: string
}

export const weatherText = ({ identifier, movedTo, answerBy, keepUrl, cancelUrl }: Hold): string =>
  `${SHOP_MARK}: Weather ${movedTo ? `moved box ${identifier} to ${formatDay(movedTo, 'short')}` : `holds up box ${identifier}`}. ` +
  `${answerBy ? `Keep it? Tell us by ${answerBy}` : movedTo ? 'Keep it' : 'Options'}: ${keepUrl} Cancel for a full refund: ${cancelUrl}`
