import { smsConsentText } from '#src/accounts/consent-rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { Choice, PreferenceFields } from './preference-fields.tsx'

export function PreferencesPart({ account, problem, isUpdated }: PartProps) {
  const { store } = usePage()
  return (
    <AccountPart
      isUpdated={isUpdated}
      problem={problem}
      id="account_preferences"
      title="Email and texts"
      intro="We'll always email you about your orders. The rest is up to you. Each of those emails has an unsubscribe link."
    >
      <Form action={paths.changePreferences(account.userToken)} method="post" class="account-form">
        <PreferenceFields preferences={account.preferences} />
        <fieldset class="choices">
          <legend class="choices__legend">Texts</legend>
          <input type="hidden" name="shows_sms_marketing" value="1" />
          <input
            type="hidden"
            name="shown_sms_marketing"
            value={account.preferences.textLevel === 'weekly' ? '1' : '0'}
          />
          <Choice
            id="preferences_texts"
            type="checkbox"
            name="sms_marketing"
            value="1"
            checked={account.preferences.textLevel === 'weekly'}
            title={`Text me${account.phone && ` at ${account.phone}`}, once a week at most`}
            description={smsConsentText(store.name)}
            {...errorAt(problem, 'sms_marketing')}
          />
        </fieldset>
        <p class="account-form__send">
          <button type="submit" class="button">
            Save
          </button>
        </p>
      </Form>
    </AccountPart>
  )
}
