export type ReplyWord = 'stop' | 'cancel' | 'start' | 'yes' | 'help' | 'unknown'

/** The gateway's list and that of 47 CFR 64.1200(a)(10). */
const STOPS = new Set(
  'STOP STOPALL UNSUBSCRIBE END QUIT REVOKE OPTOUT REMOVE ALTO PARAR'
    .split(' ')
    .concat('STOP ALL', 'OPT OUT'),
)

/** Any reasonable words revoke consent. */
const STOP_PHRASES =
  /^STOP\b|(?<!\b(DONT|NOT|NEVER) )\bSTOP( PLEASE| PLS| NOW| IT)?$|\b(PLEASE|PLS|PLZ) STOP\b|\bUNSUBSCRIBE\b|\bOPT (ME )?OUT\b|\b(DONT|DO NOT|NEVER|STOP) (TEXT|MESSAGE|CONTACT)|\bNO MORE (TEXTS|MESSAGES)\b|\bWRONG (NUMBER|PERSON)\b|\bREMOVE ME\b|\bTAKE ME OFF\b|\bLEAVE ME ALONE\b/

const WORDS: Readonly<Record<string, ReplyWord>> = {
  START: 'start',
  UNSTOP: 'start',
  'START TEXTS': 'start',
  YES: 'yes',
  Y: 'yes',
  YEP: 'yes',
  SI: 'yes',
  HELP: 'help',
  INFO: 'help',
  AYUDA: 'help',
}

export function replyWord(body: string): ReplyWord {
  const words = body
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2019]/g, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  if (/^CANCEL/.test(words)) return 'cancel'
  if (STOPS.has(words) || STOP_PHRASES.test(words)) return 'stop'
  return WORDS[words] ?? 'unknown'
}

/** With the gateway's advanced opt-out, which has answered already. */
const OPT_OUT_TYPES: Readonly<Record<string, ReplyWord>> = { STOP: 'stop', START: 'start', HELP: 'help' }

export const gatewaysWord = (optOutType: string): ReplyWord =>
  OPT_OUT_TYPES[optOutType.toUpperCase()] ?? 'unknown'
