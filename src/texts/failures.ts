import type { Tx } from '#db/client.ts'
import type { TextMessage } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagAgainForStaff } from '../flags/flags.ts'
import { endCodesTo, endNumber } from './ending.ts'

/** The gateway's numbers for what will not change: https://www.twilio.com/docs/api/errors */
const ENDS: Readonly<Record<number, string>> = {
  21211: "it isn't a valid number",
  21610: 'its owner opted out',
  21614: "it isn't a mobile number",
  30003: "it can't be reached",
  30005: "it doesn't exist",
  30006: "it's a landline",
}

/** Its owner texted STOP, which the gateway may not have told us. */
export const OPTED_OUT = 21610

/** They say that the shop's own number is the problem, not the person's. */
const SHOPS_OWN: Readonly<Record<number, string>> = {
  30007: 'the carrier filtered the text',
  30034: "the shop's number isn't registered for texts",
}

/** Turns a number's texts off where it can't get any, with a note. @returns whether trying again is of no use */
export function endAfterFailure(tx: Tx, { phone }: TextMessage, code: number | null, now: Instant): boolean {
  const shops = SHOPS_OWN[code ?? 0]
  if (shops)
    flagAgainForStaff(tx, {
      kind: 'texts_refused',
      key: `texts_refused:${code}`,
      detail: `Error ${code}: ${shops}.`,
      now,
    })
  const reason = ENDS[code ?? 0]
  if (reason === undefined) return shops !== undefined
  for (const { id } of endNumber(tx, phone, code === OPTED_OUT ? 'stop' : 'failed', now))
    flagAgainForStaff(tx, {
      kind: 'texts_turned_off',
      key: `texts_turned_off:${id}`,
      subjectId: id,
      detail: `Error ${code}: ${reason}.`,
      now,
    })
  endCodesTo(tx, phone)
  return true
}
