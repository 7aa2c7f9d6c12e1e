import { setTimeout as pause } from 'node:timers/promises'

/**
 * Long work of the server's own thread is done in slices. A slice reads or writes so few rows that it takes some ten
 * milliseconds, in one turn of the event loop and at most one transaction; then shoppers have the thread, and the write
 * lock, for as long as the slice took. What must agree is read by one statement of one slice, so what happens between
 * two slices can't make the work inexact.
 */
export async function inSlices(slices: Iterable<unknown>): Promise<void> {
  let began = performance.now()
  for (const _ of slices) {
    await restSince(began)
    began = performance.now()
  }
}

/** The same where each slice is a transaction. @param next does one, and says whether there may be more */
export async function inTransactions(next: () => Promise<boolean>): Promise<void> {
  for (let began = performance.now(); await next(); began = performance.now()) await restSince(began)
}

/** Leaves the thread to requests for as long as a slice that began then has used it. */
export const restSince = (began: number) => pause(performance.now() - began)
