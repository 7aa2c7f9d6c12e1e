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

/** One of several rows that share a transaction. @returns whether it worked; if not, its writes are undone and logged */
export function attemptApart(
  tx: Tx,
  { log }: Pick<Services, 'log'>,
  { failure, about }: Omit<OneOfMany, 'endsRound'>,
  work: () => void,
): boolean {
  const done = performApart(tx, work)
  if (!done.ok) log.error({ err: done.error, ...about }, failure)
  return done.ok
}
