import { paths } from '#src/paths.ts'
import type { RequestField, RequestProblems } from '#src/privacy/request-fields.ts'
import { Choice } from '../settings/preference-fields.tsx'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { StateField } from '../shared/state-field.tsx'

type RequestPageProps = { typed?: Partial<Record<RequestField, string>>; problems?: RequestProblems }

/** What the California Consumer Privacy Act asks of a shop, offered to everybody. */
export function RequestPage({ typed = {}, problems = {} }: RequestPageProps) {
  const { store, signedIn } = usePage()
  const at = (field: RequestField) => ({ value: typed[field] ?? '', ...errorOf(problems[field]) })
  return (
    <>
      <header class="page-head">
        <h1 class="page-head__title">Your personal data</h1>
        <p class="page-head__intro">
          Whoever you are and wherever you live: you can see what {store.name} keeps of you, and have it
          erased. We answer within 45 days, and mostly at once. We sell nobody's data to anybody.
        </p>
      </header>
      {signedIn && (
        <p class="data-request__aside">
          You are signed in:{' '}
          <a href={paths.accountPart('account_data')}>download or delete it in your account</a>, without
          waiting.
        </p>
      )}
      <Form action={paths.updatePersonalData()} method="post" class="data-request">
        <WhatToDo chosen={typed.request_type ?? 'access'} error={problems.request_type} />
        <EmailField
          id="data_request_email"
          hint="The one you gave us. We send a link there, so that nobody can ask in your name."
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

const WhatToDo = ({ chosen, error }: { chosen: string; error: string | undefined }) => (
  <fieldset class="choices">
    <legend class="choices__legend">What would you like?</legend>
    <Choice
      id="data_request_access"
      type="radio"
      name="request_type"
      value="access"
      checked={chosen === 'access'}
      title="See it"
      words="A file with everything: your account, orders, wait lists, and what you agreed to."
      error={error}
    />
    <Choice
      id="data_request_delete"
      type="radio"
      name="request_type"
      value="delete"
      checked={chosen === 'delete'}
      title="Have it erased"
      words="All of it but what the law makes us keep: what was bought, when, and what was paid."
    />
  </fieldset>
)
