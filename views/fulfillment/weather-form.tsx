import type { TypedAlert } from '#src/fulfillment/weather-fields.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'

type WeatherFormProps = { action: string; typed: TypedAlert; version?: string; button: string }

export const WeatherForm = ({ action, typed, version, button }: WeatherFormProps) => (
  <Form action={action} method="post" class="weather-form">
    {version && <input type="hidden" name="version" value={version} />}
    <Field
      id="alert_title"
      name="title"
      label="What is coming"
      hint="Shoppers read it."
      value={typed.title}
      maxlength={60}
      required
      placeholder="Winter storm"
      autocomplete="off"
      class="weather-form__wide"
    />
    <Field id="alert_from" name="from" label="First day" type="date" value={typed.from} required />
    <Field id="alert_to" name="to" label="Last day" type="date" value={typed.to} required />
    <Field
      id="alert_states"
      name="states"
      label="States"
      hint="Two letters each, like WA OR."
      value={typed.states}
      maxlength={200}
      autocomplete="off"
    />
    <Field
      id="alert_zip3s"
      name="zip3s"
      label="ZIP areas"
      hint="Three digits each, like 980 981."
      value={typed.zip3s}
      maxlength={800}
      autocomplete="off"
    />
    <button type="submit" class="button weather-form__button">
      {button}
    </button>
  </Form>
)
