import type { Config } from '../config/config.ts'

/**
 * Thousands of boxes may fall due at one moment. A charge makes three calls, so this is half of the 100 a second that
 * Stripe takes, and half is left for shoppers. Between two of them, pages are answered.
 */
const TENDED = 16
const PLANNED = 50
/** Enough for the pace while answers take a second and a half. */
const TENDED_AT_ONCE = 24

/** The embedded provider has no limit. */
const unlessEmbedded = ({ payments }: Config, perSecond: number) =>
  payments.embedded ? Number.POSITIVE_INFINITY : perSecond

export const tendingPace = (config: Config) => ({
  startsPerSecond: unlessEmbedded(config, TENDED),
  ...(config.payments.embedded ? {} : { atOnce: TENDED_AT_ONCE }),
})

/** One after the other: they wait for nothing, and together they would be one long transaction. */
export const planningPace = (config: Config) => ({
  startsPerSecond: unlessEmbedded(config, PLANNED),
  atOnce: 1,
})
