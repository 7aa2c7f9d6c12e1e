import { paths } from '#src/paths.ts'
import { AskForm } from '../shared/ask-form.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { usePage } from '../shared/page-facts.ts'
import { UNREACHED } from '../shared/unreachable.tsx'

/** `returnTo` must be a local path. */
export const CapturePostalCode = ({ returnTo }: { returnTo: string }) => (
  <>
    <p class="ask__words">
      What's in stock depends on where you live. Enter your ZIP code to see what we can deliver, and when.
    </p>
    <AskForm action={paths.postalCode()} button="Save" failure={UNREACHED}>
      <input type="hidden" name="return_to" value={returnTo} />
      <ZipField id="modal_postal_code" value={usePage().postalCode ?? ''} />
    </AskForm>
    <details class="ask__aside">
      <summary class="ask__aside-title">Not in our delivery area yet?</summary>
      <AreaWaitList returnTo={returnTo} />
    </details>
  </>
)

const AreaWaitList = ({ returnTo }: { returnTo: string }) => (
  <AskForm
    action={paths.waitList()}
    button="Email me when you deliver here"
    failure="Unable to register this email"
    quiet
    tall
  >
    <input type="hidden" name="campaign_type" value="postal_code" />
    <input type="hidden" name="return_to" value={returnTo} />
    <ZipField id="waiting_postal_code" value="" />
    <EmailField id="waiting_email" />
  </AskForm>
)

const ZipField = ({ id, value }: { id: string; value: string }) => (
  <Field
    id={id}
    name="postal_code"
    label="ZIP code"
    value={value}
    inputmode="numeric"
    autocomplete="postal-code"
    pattern="\d{5}"
    title="Five digits"
    maxlength={5}
    required
  />
)
