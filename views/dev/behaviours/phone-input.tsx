import { PhoneField } from '../../shared/phone-field.tsx'

/** An empty one, and one that the server filled in its own way. */
export const PhoneInputExamples = () => (
  <form class="ask" method="get" action="/behaviours/phone-input">
    <PhoneField id="example_phone" />
    <PhoneField id="example_phone_filled" label="Filled in before" name="filled" value="+12065550142" />
    <button type="submit" class="button">
      Send
    </button>
  </form>
)
