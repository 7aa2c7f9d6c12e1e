import { paths } from '#src/paths.ts'
import { AskForm } from '../shared/ask-form.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { SmsMarketing } from '../shared/sms-marketing.tsx'

/** `returnTo` must be a local path. Consent to texts is asked for separately. */
export const CaptureEmail = ({ returnTo }: { returnTo: string }) => (
  <>
    <p class="ask__words">
      We'll send you a short email when a farm's lambs are ready or the boats come in. Never more than one a
      week, and you can unsubscribe with one click.
    </p>
    <AskForm action={paths.waitList()} button="Sign me up" failure="Unable to register this email" tall>
      <input type="hidden" name="campaign_type" value="email_capture" />
      <input type="hidden" name="return_to" value={returnTo} />
      <EmailField id="capture_email" />
      <SmsMarketing id="capture_sms" />
    </AskForm>
  </>
)
