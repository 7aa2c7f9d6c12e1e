import { smsMarketingWords } from '#src/accounts/consent-rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { Choice, PreferenceFields } from './preference-fields.tsx'

export function PreferencesPart({ account, problem, isAnew }: PartProps) {
  const { store } = usePage()
  return (
    <AccountPart
      isAnew={isAnew}
      problem={problem}
      id="account_preferences"
      title="What we send you"
      words="News of your orders always comes. The rest is yours to choose, and each letter has a link that ends it."
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
            words={smsMarketingWords(store.name)}
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
