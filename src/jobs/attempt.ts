import { performApart, type Tx } from '#db/client.ts'
import type { Services } from '../services.ts'

type OneOfMany = {
  /** What the log then says, as 'a referral could not be settled'. */
  failure: string
  about: Record<string, number | string>
  /** An error that ends the round all the same, such as a provider that is down. */
  endsRound?: (error: unknown) => boolean
}

/** One row of a round. A bug with it must not keep the other rows from their turn, so it is only logged. */
export async function attempt(
  { log }: Pick<Services, 'log'>,
  { failure, about, endsRound }: OneOfMany,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (endsRound?.(error)) throw error
    log.error({ err: error, ...about }, failure)
  }
}

type Rows<Row> = {
  /** What the log then says, as 'an order could not be posted'. */
  failure: string
  about: (id: number) => Record<string, number>
  limit: number
  waiting: (limit: number) => Row[]
  work: (row: Row) => void
}

/**
 * Rows that share a transaction. What fails undoes its own writes only, is logged, and waits for the next round.
 * @param failed in this round, and not tried again
 * @returns how many were tried; at least `limit` while there may be more
 */
export function attemptRows<Row extends { id: number }>(
  tx: Tx,
  { log }: Pick<Services, 'log'>,
  { failure, about, limit, waiting, work }: Rows<Row>,
  failed: Set<number>,
): number {
  const rows = waiting(limit + failed.size).filter(({ id }) => !failed.has(id))
  for (const row of rows) {
    const done = performLogged(tx, log, { failure, about: about(row.id) }, () => work(row))
    if (!done.ok) failed.add(row.id)
  }
  return rows.length
}

type Ids = {
  failure: string
  about: object
  limit: number
  waiting: (limit: number) => number[]
  /** For all of them at once, or for a single one. */
  work: (ids: number[]) => void
}

/**
 * Like `attemptRows`, for rows that take few statements together: one at a time only if that fails.
 * @param failed each with its error
 */
export function attemptTogether(
  tx: Tx,
  { log }: Pick<Services, 'log'>,
  { failure, about, limit, waiting, work }: Ids,
  failed: Map<number, unknown>,
): number {
  const ids = waiting(limit + failed.size)
    .filter((id) => !failed.has(id))
    .slice(0, limit)
  if (ids.length === 0 || performApart(tx, () => work(ids)).ok) return ids.length
  for (const id of ids) {
    const done = performLogged(tx, log, { failure, about: { ...about, id } }, () => work([id]))
    if (!done.ok) failed.set(id, done.error)
  }
  return ids.length
}

function performLogged(
  tx: Tx,
  log: Services['log'],
  { failure, about }: { failure: string; about: object },
  work: () => void,
) {
  const done = performApart(tx, work)
  if (!done.ok) log.error({ err: done.error, ...about }, failure)
  return done
}
