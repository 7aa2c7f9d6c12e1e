import { MAX_ANSWER, QUESTIONS, type Question } from '#src/membership/survey-questions.ts'
import { FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

type WelcomeProps = { orderToken: string; period: RenewPeriod | null; answers: Record<string, string> }

/** What a new member has now, and what we'd like to know. */
export const Welcome = ({ orderToken, period, answers }: WelcomeProps) => (
  <section class="membership__welcome" aria-labelledby="steakholder">
    <h2 id="steakholder">You're a member now</h2>
    <p>
      A box like this one comes {period ? FREQUENCIES[period] : 'again and again'}. We email you the total 5
      and 2 days before each charge, and you can skip, move, change or cancel any of them.{' '}
      <a href={paths.memberships()}>See your next box</a>
    </p>
    <Form action={paths.surveyResponse(orderToken)} method="post" class="membership__card">
      <h3>Three quick questions</h3>
      {QUESTIONS.map((question) => (
        <Ask question={question} answer={answers[question.name] ?? ''} />
      ))}
      <button type="submit" class="button button--quiet">
        {Object.keys(answers).length > 0 ? 'Update my answers' : 'Send my answers'}
      </button>
    </Form>
  </section>
)

function Ask({ question: { name, label, options }, answer }: { question: Question; answer: string }) {
  const field = `answers[${name}]`
  if (!options)
    return <TextArea id={name} name={field} label={label} value={answer} rows={2} maxlength={MAX_ANSWER} />
  return (
    <fieldset class="choices membership__question">
      <legend class="choices__legend">{label}</legend>
      {options.map((option) => (
        <label class="membership__tick">
          <input type="radio" name={field} value={option} checked={option === answer} /> {option}
        </label>
      ))}
    </fieldset>
  )
}
