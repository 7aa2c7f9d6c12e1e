import { paths } from '#src/paths.ts'
import { AskForm } from '../shared/ask-form.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { usePage } from '../shared/page-facts.ts'

/** Asks where a box goes; `returnTo` is a path of ours. */
export const CapturePostalCode = ({ returnTo }: { returnTo: string }) => (
  <>
    <p class="ask__words">
      Each center packs what is on its own shelves. With your zip code you see what can reach you, and when.
    </p>
    <AskForm action={paths.postalCode()} button="Save" failure={UNREACHED}>
      <input type="hidden" name="return_to" value={returnTo} />
      <ZipField id="modal_postal_code" value={usePage().postalCode ?? ''} />
    </AskForm>
    <details class="ask__aside">
      <summary class="ask__aside-title">We don't deliver to you yet?</summary>
      <WaitForPlace returnTo={returnTo} />
    </details>
  </>
)

const UNREACHED = "We couldn't reach the shop. Please try again."

/** For whoever we cannot reach yet: told once we can. */
const WaitForPlace = ({ returnTo }: { returnTo: string }) => (
  <AskForm
    action={paths.waitList()}
    button="Tell me once you do"
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
    label="Zip code"
    value={value}
    inputmode="numeric"
    autocomplete="postal-code"
    pattern="\d{5}"
    title="Five digits"
    maxlength={5}
    required
  />
)
