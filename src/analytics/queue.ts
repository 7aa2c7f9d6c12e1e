import { setImmediate as nextTurn } from 'node:timers/promises'
import { isOpen, quickly } from '#db/client.ts'
import { oncePerProcess, type Services } from '../services.ts'
import { type AnalyticsRow, writeRows } from './write-rows.ts'

/**
 * What pages report waits here and is written in batches, off the request. Bounded in bytes and age; past the bound,
 * rows are dropped and counted.
 */
const MAX_BYTES = 4_000_000
const MAX_AGE_MS = 500
/** Written as soon as they're there: it takes about a millisecond, and shoppers' requests run between batches. */
const BATCH = 50
/** Memory of a row besides its strings. */
const ROW_BYTES = 300

type Kept = { row: AnalyticsRow; bytes: number }

export const analyticsQueue = oncePerProcess((services) => createQueue(services))

export function createQueue(
  { db, log, metrics }: Pick<Services, 'db' | 'log' | 'metrics'>,
  { maxBytes = MAX_BYTES, maxAgeMs = MAX_AGE_MS } = {},
) {
  let waiting: Kept[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  function add(row: AnalyticsRow) {
    const size = ROW_BYTES + JSON.stringify(row).length
    if (bytes + size > maxBytes) return metrics.analyticsRows.inc({ outcome: 'dropped' })
    waiting.push({ row, bytes: size })
    hold(size)
    if (waiting.length === BATCH) void nextTurn().then(flush)
    timer ??= setTimeout(() => void flush(), maxAgeMs).unref()
  }

  function hold(change: number) {
    bytes += change
    metrics.analyticsBytes.set(bytes)
  }

  /** Writes everything queued. Single flight: simultaneous callers share one run. */
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing ??= writeAll().finally(() => {
      writing = null
      if (waiting.length > 0 && isOpen(db)) timer ??= setTimeout(() => void flush(), maxAgeMs).unref()
    })
    return writing
  }

  async function writeAll() {
    while (waiting.length > 0 && isOpen(db)) {
      const batch = waiting.slice(0, BATCH)
      try {
        await quickly(db, (tx) =>
          writeRows(
            tx,
            batch.map(({ row }) => row),
          ),
        )
        metrics.analyticsRows.inc({ outcome: 'written' }, batch.length)
      } catch (error) {
        // Tried once: analytics may lose rows, but must not fill the memory or the log.
        metrics.analyticsRows.inc({ outcome: 'failed' }, batch.length)
        log.error({ err: error }, 'analytics rows not written')
      }
      waiting = waiting.slice(batch.length)
      hold(-batch.reduce((sum, kept) => sum + kept.bytes, 0))
      await nextTurn()
    }
  }

  return { add, flush }
}
