import { attempt } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'

export const attemptBox = (services: Services, about: Record<string, number>, work: () => Promise<void>) =>
  attempt(services, { failure: "a membership's box could not be tended", about }, work)
