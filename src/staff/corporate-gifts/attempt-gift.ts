import type { Services } from '../../services.ts'

/** A bug with one gift must not keep the others waiting. */
export async function attemptGift(
  log: Services['log'],
  giftId: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, gift: giftId }, 'a corporate gift could not be tended')
  }
}
