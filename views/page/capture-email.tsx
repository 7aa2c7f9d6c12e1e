import { paths } from '#src/paths.ts'
import { AskForm } from '../shared/ask-form.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { SmsMarketing } from '../shared/sms-marketing.tsx'

/** Asks for an email, and, apart from it, for leave to text; `returnTo` is a path of ours. */
export const CaptureEmail = ({ returnTo }: { returnTo: string }) => (
  <>
    <p class="ask__words">
      When a farm brings lambs to market or the boats come in, we write a short mail: at most one a week, and
      one click ends it.
    </p>
    <AskForm action={paths.waitList()} button="Write to me" failure="Unable to register this email" tall>
      <input type="hidden" name="campaign_type" value="email_capture" />
      <input type="hidden" name="return_to" value={returnTo} />
      <EmailField id="capture_email" />
      <SmsMarketing id="capture_sms" />
    </AskForm>
  </>
)
