import { PhoneField } from '../../shared/phone-field.tsx'

export const PhoneInputExamples = () => (
  <form class="ask" method="get" action="/behaviours/phone-input">
    <PhoneField id="example_phone" />
    <PhoneField id="example_phone_filled" label="Already filled in" name="filled" value="+12065550142" />
    <button type="submit" class="button">
      Send
    </button>
  </form>
)
