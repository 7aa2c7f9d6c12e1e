import { paths } from '#src/paths.ts'
import type { RequestField, RequestProblems } from '#src/privacy/request-fields.ts'
import { MAX_CORRECTION_LENGTH } from '#src/privacy/rules.ts'
import { Choice } from '../settings/preference-fields.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { StateField } from '../shared/state-field.tsx'
import { TextArea } from '../shared/text-area.tsx'

type RequestPageProps = { typed?: Partial<Record<RequestField, string>>; problems?: RequestProblems }

/** Required by the California Consumer Privacy Act (CCPA), offered to everyone. */
export function RequestPage({ typed = {}, problems = {} }: RequestPageProps) {
  const { store, signedIn } = usePage()
  const at = (field: RequestField) => ({ value: typed[field] ?? '', ...errorOf(problems[field]) })
  return (
    <>
      <header class="page-head">
        <h1 class="page-head__title">Your personal data</h1>
        <p class="page-head__intro">
          Wherever you live, you can see the data {store.name} has about you, or ask us to correct or delete
          it. We'll respond within 45 days, and usually right away. We don't sell your data, as our{' '}
          <a href={paths.privacy()}>privacy policy</a> explains.
        </p>
      </header>
      {signedIn && (
        <p class="data-request__aside">
          You're signed in, so you can{' '}
          <a href={paths.accountPart('account_data')}>download or delete your data</a> in your account right
          now.
        </p>
      )}
      <Form action={paths.updatePersonalData()} method="post" class="data-request">
        <RequestType chosen={typed.request_type ?? 'access'} error={problems.request_type} />
        <TextArea
          id="data_request_correction"
          name="correction"
          label="What should we correct?"
          hint="Only if you'd like something corrected: tell us what's wrong and what's right."
          value={typed.correction ?? ''}
          error={problems.correction}
          maxlength={MAX_CORRECTION_LENGTH}
        />
        <EmailField
          id="data_request_email"
          hint="The one you've used with us. We'll send a link there, so no one else can ask in your name."
          {...at('email')}
        />
        <Field
          id="data_request_name"
          name="full_name"
          label="Full name"
          autocomplete="name"
          maxlength={100}
          required
          {...at('full_name')}
        />
        <StateField
          id="data_request_state"
          name="state"
          label="State you live in"
          unchosen="Choose a state"
          autocomplete="address-level1"
          value={typed.state ?? ''}
          error={problems.state}
        />
        <p>
          <button type="submit" class="button">
            Send my request
          </button>
        </p>
      </Form>
    </>
  )
}

const errorOf = (error: string | undefined) => (error === undefined ? {} : { error })

const RequestType = ({ chosen, error }: { chosen: string; error: string | undefined }) => (
  <fieldset class="choices">
    <legend class="choices__legend">What would you like?</legend>
    <Choice
      id="data_request_access"
      type="radio"
      name="request_type"
      value="access"
      checked={chosen === 'access'}
      title="See my data"
      description="A file with everything: your account, orders, wait lists, and what you've agreed to."
      error={error}
    />
    <Choice
      id="data_request_correct"
      type="radio"
      name="request_type"
      value="correct"
      checked={chosen === 'correct'}
      title="Correct my data"
      description="Our team corrects what's wrong and emails you when it's done."
    />
    <Choice
      id="data_request_delete"
      type="radio"
      name="request_type"
      value="delete"
      checked={chosen === 'delete'}
      title="Delete my data"
      description="Everything except what the law requires us to keep: what you bought, when, and what you paid."
    />
  </fieldset>
)
