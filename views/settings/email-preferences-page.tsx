import type { Preferences } from '#src/accounts/preferences.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { PreferenceFields } from './preference-fields.tsx'

type EmailPreferencesProps = { sealed: string; userToken: string; email: string; preferences: Preferences }

/** Where the link below our letters leads, without signing in: what to write about, or to stop it. */
export const EmailPreferencesPage = ({ sealed, userToken, email, preferences }: EmailPreferencesProps) => (
  <section class="email-preferences">
    <h1 class="sign-in__title">What we send you</h1>
    <p>
      For <b>{masked(email)}</b>. News of your orders always comes.
    </p>
    {preferences.level !== 'never' && (
      <Form action={paths.changePreferences(userToken)} method="post">
        <input type="hidden" name="encrypted_token" value={sealed} />
        <input type="hidden" name="preferences[level]" value="never" />
        <button type="submit" class="button">
          Unsubscribe from all of it
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

/** Enough to know it by; mails are forwarded, and their links with them. */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1…')
