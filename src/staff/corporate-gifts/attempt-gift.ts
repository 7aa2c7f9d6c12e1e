import { attempt } from '../../jobs/attempt.ts'
import type { Services } from '../../services.ts'

export const attemptGift = (services: Pick<Services, 'log'>, gift: number, work: () => Promise<void>) =>
  attempt(services, { failure: 'a corporate gift could not be tended', about: { gift } }, work)
