import { TOPICS } from '#src/accounts/preference-rules.ts'
import type { Preferences } from '#src/accounts/preferences.ts'

type Level = Preferences['level']

const LEVELS: { level: Level; title: string; description: string }[] = [
  {
    level: 'weekly',
    title: 'Weekly',
    description: 'One email a week at most, about the topics you check below.',
  },
  { level: 'never', title: 'Never', description: 'Only emails about your orders and your account.' },
]

/** Hidden fields send the boxes and values that were shown; settings/fields.ts says why. */
export const PreferenceFields = ({ preferences }: { preferences: Preferences }) => (
  <>
    <fieldset class="choices">
      <legend class="choices__legend">Email</legend>
      <input type="hidden" name="preferences[shown_level]" value={preferences.level} />
      {LEVELS.map(({ level, title, description }) => (
        <Choice
          id={`preferences_level_${level}`}
          type="radio"
          name="preferences[level]"
          value={level}
          checked={preferences.level === level}
          {...{ title, description }}
        />
      ))}
    </fieldset>
    <fieldset class="choices">
      <legend class="choices__legend">Topics</legend>
      <input type="hidden" name="preferences[shows_topics]" value="1" />
      <input type="hidden" name="preferences[shown_topics]" value={preferences.topics.join(' ')} />
      {TOPICS.map(({ name, title, description }) => (
        <Choice
          id={`preferences_topic_${name}`}
          type="checkbox"
          name={`preferences[topics][${name}]`}
          value="1"
          checked={preferences.topics.includes(name)}
          {...{ title, description }}
        />
      ))}
    </fieldset>
  </>
)

type ChoiceProps = {
  id: string
  type: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  title: string
  description: string
  error?: string | undefined
  autofocus?: true | undefined
}

export const Choice = ({ id, title, description, error, ...input }: ChoiceProps) => (
  <div class="choice">
    <input
      {...input}
      id={id}
      class="choice__input"
      aria-describedby={error ? `${id}_words ${id}_error` : `${id}_words`}
      aria-invalid={error ? 'true' : undefined}
    />
    <label class="choice__title" for={id}>
      {title}
    </label>
    <p class="choice__words" id={`${id}_words`}>
      {description}
    </p>
    {error && (
      <p class="field__error choice__words" id={`${id}_error`}>
        {error}
      </p>
    )}
  </div>
)
