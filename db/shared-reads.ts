import { nextTick } from 'node:process'
import type { Database } from './driver.mjs'

type Driver = InstanceType<typeof Database>

export const BEGIN_READS = 'BEGIN DEFERRED'
/** There is nothing to commit, and it works in a damaged file, too. */
export const END_READS = 'ROLLBACK TRANSACTION'

/**
 * What is read in one go shares a transaction, and so shows one state of the shop. On its own, each statement would lock
 * and unlock the file, which takes longer than most of them do.
 */
export type SharedReads = {
  begin(): void
  end(): void
  isOpen(): boolean
  /** A number that no other transaction of reads had; null if none is open. */
  current(): number | null
}

const known = new WeakMap<Driver, SharedReads>()

export function readsOf(driver: Driver): SharedReads {
  const reads = known.get(driver) ?? sharedReads(driver)
  known.set(driver, reads)
  return reads
}

function sharedReads(driver: Driver): SharedReads {
  const [beginning, ending] = [driver.prepare(BEGIN_READS), driver.prepare(END_READS)]
  let isOpen = false
  let begun = 0

  function begin() {
    if (isOpen || driver.inTransaction) return
    beginning.run()
    isOpen = true
    begun += 1
    nextTick(end) // after the promises that are ready, before any other event
  }

  function end() {
    if (!isOpen) return
    isOpen = false
    // An error may have ended it already.
    if (driver.open && driver.inTransaction) ending.run()
  }

  return { begin, end, isOpen: () => isOpen, current: () => (isOpen ? begun : null) }
}
