import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import type { WeatherPageProps } from './weather-page.tsx'

/** A button that works as a plain form; scripts switch it in place. */
export const ShipAnyway = ({ hold, key, words, zone, now }: WeatherPageProps) => {
  const isOn = hold.shipAnywayAt !== null
  if (now >= hold.lockAt)
    return isOn ? (
      <section class="weather__choice" aria-labelledby="anyway">
        <h2 class="weather__subtitle" id="anyway">
          We're shipping it anyway
        </h2>
        <p>You asked for it: “{hold.shipAnywayWords}”</p>
      </section>
    ) : null
  return (
    <section class="weather__choice" aria-labelledby="anyway">
      <h2 class="weather__subtitle" id="anyway">
        Ship it anyway
      </h2>
      <p id="anyway_words">{words}</p>
      <Form action={paths.toggleWeather(hold.id, { key })} method="post" data-action="weather-alert#toggle">
        <button
          type="submit"
          class="switch"
          role="switch"
          aria-checked={isOn ? 'true' : 'false'}
          aria-describedby="anyway_words"
          data-weather-alert-target="switch"
        >
          <span class="switch__track" aria-hidden="true" /> Ship anyway
        </button>
      </Form>
      <p class="weather__note" role="status" data-weather-alert-target="message" />
      <p class="weather__until">You can change your mind until {formatMoment(hold.lockAt, zone)}.</p>
    </section>
  )
}
