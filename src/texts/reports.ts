import { and, eq, isNull } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type TextMessage, textMessages } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endAfterFailure } from './failures.ts'
import { changeText } from './messages.ts'

/** Reports come out of order; a lower rank is older news, and one end excludes the other. */
const RANKS = new Map(
  Object.entries({
    accepted: 1,
    scheduled: 1,
    queued: 2,
    sending: 3,
    sent: 4,
    delivered: 5,
    undelivered: 5,
    failed: 5,
    canceled: 5,
    read: 6,
  }),
)

const FAILURES = new Set(['undelivered', 'failed', 'canceled'])

export type TextReport = {
  messageSid: string
  status: string
  to: string
  errorCode: number | null
  /** Our own number of the text, from the address that we gave for its reports. */
  textId: number | null
}

export function applyReport(tx: DurableTx, report: TextReport, now: Instant) {
  const text = reportedText(tx, report)
  const rank = RANKS.get(report.status)
  if (!text || rank === undefined || rank <= text.reportRank || text.state === 'failed') return
  const { messageSid: providerId, errorCode } = report
  if (!FAILURES.has(report.status)) {
    const state = rank >= 5 ? ('delivered' as const) : ('sent' as const)
    return changeText(tx, text.id, { providerId, reportRank: rank, state, sentAt: text.sentAt ?? now })
  }
  changeText(tx, text.id, { providerId, reportRank: rank, state: 'failed', errorCode })
  endAfterFailure(tx, text, errorCode, now)
}

/** A report may be faster than the answer to the call that sent its text. */
function reportedText(tx: DurableTx, { messageSid, textId, to }: TextReport): TextMessage | undefined {
  const known = tx.select().from(textMessages).where(eq(textMessages.providerId, messageSid)).get()
  if (known || textId === null) return known
  const isIt = and(eq(textMessages.id, textId), eq(textMessages.phone, to), isNull(textMessages.providerId))
  const text = tx.select().from(textMessages).where(isIt).get()
  return text?.state === 'sending' ? text : undefined
}
