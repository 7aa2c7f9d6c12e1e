import { assertDay } from '#src/day.ts'
import { CODE_MARK, fillMarks } from '#src/texts/marks.ts'
import { fromShop, REPLIES, SHIPMENT_WORDS, shipmentText, weatherText } from '#src/texts/wording.ts'

type Shop = { store: { name: string; email: string; phone: string }; appUrl: string }
export type TextExample = { name: string; text: (shop: Shop) => string }

const TOKEN = '7Kq2mXo9RbT4vYs1WdLc8E'
const BOX = {
  identifier: 'DW-4F7K2M',
  expectedOn: assertDay('2026-12-01'),
  path: `/${TOKEN}/tracking-info`,
}
const HOLD = { identifier: BOX.identifier, movedTo: assertDay('2026-12-03') }

/** Every text the shop can send. Those of a gateway's registration must match them. */
export const TEXTS: TextExample[] = [
  ...SHIPMENT_WORDS.map((word) => ({
    name: word.replaceAll('_', '-'),
    text: (shop: Shop) => fillMarks(shop, shipmentText(word, BOX)),
  })),
  { name: 'weather', text: (shop) => weather(shop, null) },
  { name: 'weather-again', text: (shop) => weather(shop, 'Sun, Nov 29, 2 pm PST') },
  { name: 'code', text: (shop) => reply(shop, REPLIES.code().replace(CODE_MARK, '402917')) },
  { name: 'on', text: (shop) => reply(shop, REPLIES.on()) },
  { name: 'stop', text: (shop) => reply(shop, REPLIES.stop()) },
  { name: 'cancel', text: (shop) => reply(shop, REPLIES.cancel(`/account/orders/${TOKEN}`)) },
  { name: 'help', text: (shop) => reply(shop, REPLIES.help(shop.store)) },
  { name: 'unknown', text: (shop) => reply(shop, REPLIES.unknown(shop.store)) },
  { name: 'nothing-to-start', text: (shop) => reply(shop, REPLIES.nothingToStart('/account')) },
]

const reply = (shop: Shop, words: string) => fillMarks(shop, fromShop(words))

/** With the longest links, those of a guest. */
function weather(shop: Shop, answerBy: string | null) {
  const urlOf = (choice: string) =>
    `${shop.appUrl}/weather-alerts/1042?choice=${choice}&key=${'k'.repeat(43)}`
  const urls = { keepUrl: urlOf('keep'), cancelUrl: urlOf('cancel') }
  return fillMarks(shop, weatherText({ ...HOLD, answerBy, ...urls }))
}
