import type { WeatherAlert, WeatherHold } from '#db/schema/index.ts'
import { formatDay } from '../day.ts'

/** Shown beside the switch and stored with the choice, word for word. */
export const shipAnywayWords = ({ title }: WeatherAlert, { arrivalOn }: WeatherHold) =>
  `Ship my box anyway, to arrive ${formatDay(arrivalOn, 'long')}. I know that the weather (${title}) may delay it, ` +
  'and that what is inside may thaw on the way.'
