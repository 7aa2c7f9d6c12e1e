import { TOPICS } from '#src/accounts/preference-rules.ts'
import type { Preferences } from '#src/accounts/preferences.ts'

type Level = Preferences['level']

const LEVELS: { level: Level; title: string; words: string }[] = [
  { level: 'weekly', title: 'Weekly', words: 'One letter a week at most, about what is ticked below.' },
  { level: 'never', title: 'Never', words: 'Only what your orders and your account need.' },
]

/**
 * How often, and about what. A box that is not ticked is not sent, so the form says that it shows them; and how they were
 * when it did, so that only what is chosen in it changes.
 */
export const PreferenceFields = ({ preferences }: { preferences: Preferences }) => (
  <>
    <fieldset class="choices">
      <legend class="choices__legend">Email</legend>
      <input type="hidden" name="preferences[shown_level]" value={preferences.level} />
      {LEVELS.map(({ level, title, words }) => (
        <Choice
          id={`preferences_level_${level}`}
          type="radio"
          name="preferences[level]"
          value={level}
          checked={preferences.level === level}
          {...{ title, words }}
        />
      ))}
    </fieldset>
    <fieldset class="choices">
      <legend class="choices__legend">About</legend>
      <input type="hidden" name="preferences[shows_topics]" value="1" />
      <input type="hidden" name="preferences[shown_topics]" value={preferences.topics.join(' ')} />
      {TOPICS.map(({ name, title, words }) => (
        <Choice
          id={`preferences_topic_${name}`}
          type="checkbox"
          name={`preferences[topics][${name}]`}
          value="1"
          checked={preferences.topics.includes(name)}
          {...{ title, words }}
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
  words: string
  error?: string | undefined
  autofocus?: true | undefined
}

/** A button or box with what it means, all of which can be clicked. */
export const Choice = ({ id, title, words, error, ...input }: ChoiceProps) => (
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
      {words}
    </p>
    {error && (
      <p class="field__error choice__words" id={`${id}_error`}>
        {error}
      </p>
    )}
  </div>
)
