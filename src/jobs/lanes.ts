import { DAY_MS, HOUR_MS, MINUTE_MS } from '../day.ts'

/** How one kind of job runs. Each kind has its own places, so that hanging jobs delay only their own kind. */
export type Lane = {
  /** How many run at the same time in one process. */
  width: number
  /** A run that takes longer has failed and frees its place. */
  deadlineMs: number
  /** How long after it falls due a failing job is tried again. */
  triedForMs: number
  /** The longest pause before the next try. */
  maxPauseMs: number
  /** Talks to people or other companies, so it waits in a restored or copied shop. */
  isOutward: boolean
  /** Runs in a thread of its own, whose transactions and files hold up no page. Only for the database and storage. */
  isApart: boolean
}

const DEFAULTS = {
  width: 4,
  deadlineMs: MINUTE_MS,
  maxPauseMs: 15 * MINUTE_MS,
  isOutward: true,
  isApart: false,
}

export const LANES = {
  /** Receipts and other emails that must arrive, even after a long outage. */
  mail: { ...DEFAULTS, triedForMs: 3 * DAY_MS },
  /** Emails with a link that expires: pass `giveUpAt` to `enqueue`. Tried often, because a person is waiting. */
  linkMail: { ...DEFAULTS, triedForMs: HOUR_MS, maxPauseMs: MINUTE_MS },
  /** One mailing to many people, which goes on where it stopped. */
  mailing: { ...DEFAULTS, width: 1, deadlineMs: 4 * HOUR_MS, triedForMs: 2 * DAY_MS },
  /** Texts: after half a day they are no news. */
  text: { ...DEFAULTS, triedForMs: 12 * HOUR_MS, maxPauseMs: 5 * MINUTE_MS },
  /** Calls that move money. After three days a person must look. */
  payment: { ...DEFAULTS, triedForMs: 3 * DAY_MS },
  /** Calls that delete data at the payment provider. */
  erasure: { ...DEFAULTS, triedForMs: 30 * DAY_MS },
  /** Outlasts one night's outage of the address service. */
  addressCheck: { ...DEFAULTS, triedForMs: DAY_MS, isOutward: false },
  /** Only our own database. */
  local: { ...DEFAULTS, triedForMs: DAY_MS, isOutward: false },
  /** Files that a person waits for: tried again at once and not for long. */
  files: {
    ...DEFAULTS,
    width: 2,
    deadlineMs: 5 * MINUTE_MS,
    triedForMs: HOUR_MS,
    maxPauseMs: 5_000,
    isOutward: false,
    isApart: true,
  },
  /** Buys and voids labels: slow calls that spend money, while a clerk waits. */
  carrier: {
    ...DEFAULTS,
    width: 2,
    deadlineMs: 30 * MINUTE_MS,
    triedForMs: DAY_MS,
    maxPauseMs: MINUTE_MS,
  },
  /** One at a time, because decoding a large picture takes 200 MB. */
  picture: { ...DEFAULTS, width: 1, deadlineMs: 5 * MINUTE_MS, triedForMs: HOUR_MS, isOutward: false },
} satisfies Record<string, Lane>
