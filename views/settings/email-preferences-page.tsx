import type { Preferences } from '#src/accounts/preferences.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { PreferenceFields } from './preference-fields.tsx'

type EmailPreferencesProps = { sealed: string; userToken: string; email: string; preferences: Preferences }

export const EmailPreferencesPage = ({ sealed, userToken, email, preferences }: EmailPreferencesProps) => (
  <section class="email-preferences">
    <h1 class="sign-in__title">Email preferences</h1>
    <p>
      For <b>{masked(email)}</b>. We'll always email you about your orders.
    </p>
    {preferences.level !== 'never' && (
      <Form action={paths.changePreferences(userToken)} method="post">
        <input type="hidden" name="encrypted_token" value={sealed} />
        <input type="hidden" name="preferences[level]" value="never" />
        <button type="submit" class="button">
          Unsubscribe from all
        </button>
      </Form>
    )}
    <Form action={paths.changePreferences(userToken)} method="post" class="account-form">
      <input type="hidden" name="encrypted_token" value={sealed} />
      <PreferenceFields preferences={preferences} />
      <p class="account-form__send">
        <button type="submit" class="button button--quiet">
          Save
        </button>
      </p>
    </Form>
  </section>
)

/** Emails get forwarded with their links, so this shows just enough to recognize the address. */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1…')
