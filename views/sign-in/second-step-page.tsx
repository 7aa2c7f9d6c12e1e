import { paths } from '#src/paths.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'

type SecondStepProps = { hasApp: boolean; hasPasskey: boolean; problem?: string | undefined }

/** Comes after sign-in and before every page of the back office. */
export const SecondStepPage = ({ hasApp, problem }: SecondStepProps) => (
  <NarrowPage title="One more step">
    <p>
      {hasApp
        ? 'Please enter the six digits that your authenticator app shows.'
        : 'Please enter one of your recovery codes.'}
    </p>
    <Form action={paths.secondStep()} method="post" class="sign-in__form" data-turbo="false">
      <Field
        id="second_step_code"
        name="code"
        label="Code"
        autocomplete="one-time-code"
        autocapitalize="characters"
        spellcheck="false"
        maxlength={40}
        required
        autofocus
        {...(problem ? { error: problem } : {})}
        {...(hasApp ? { hint: 'Lost your phone? Enter a recovery code instead.', inputmode: 'text' } : {})}
      />
      <button type="submit" class="button">
        Continue
      </button>
    </Form>
    <p class="sign-in__help">
      No phone and no codes? A colleague can reset this for you on the “People” page.
    </p>
    <Form action={paths.signOut()} method="post" data-turbo="false">
      <button type="submit" class="button button--quiet button--small">
        Sign out
      </button>
    </Form>
  </NarrowPage>
)
