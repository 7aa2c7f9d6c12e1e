import { smsConsentText } from '#src/accounts/consent-rules.ts'
import { usePage } from './page-facts.ts'
import { PhoneField } from './phone-field.tsx'

/** Consent must be given: the box is never checked in advance, and the full text is beside it (CAP-5). */
export const SmsMarketing = ({ id }: { id: string }) => (
  <div class="sms-marketing" data-controller="sms-marketing-checkbox">
    <label class="tick">
      <input
        type="checkbox"
        name="sms_marketing"
        value="1"
        aria-describedby={`${id}_words`}
        data-sms-marketing-checkbox-target="box"
        data-action="sms-marketing-checkbox#update"
      />
      <span>Text me too</span>
    </label>
    <p class="sms-marketing__words" id={`${id}_words`}>
      {smsConsentText(usePage().store.name)}
    </p>
    <PhoneField id={`${id}_phone`} label="Mobile phone number" data-sms-marketing-checkbox-target="phone" />
  </div>
)
