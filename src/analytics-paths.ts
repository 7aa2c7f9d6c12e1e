import { route } from './route.ts'

/** Part of `paths`: what pages report, and whether they may. */
export const analyticsPaths = {
  ahoyVisits: route('POST', '/ahoy/visits'),
  ahoyEvents: route('POST', '/ahoy/events'),
  offerEvents: route('POST', '/v1/events'),
  conversionLogged: route('POST', '/v1/set_google_analytics_conversion_at/:orderToken'),
  privacyChoice: route('POST', '/privacy/choice', { formPage: (): string => '/privacy' }),
} as const
