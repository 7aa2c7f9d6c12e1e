import type { Services } from '../services.ts'

/** A bug with one box must not keep the others from theirs. */
export async function attempt(
  { log }: Services,
  about: Record<string, number>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, ...about }, "a membership's box could not be tended")
  }
}
