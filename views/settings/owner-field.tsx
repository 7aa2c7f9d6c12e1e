import { paths } from '#src/paths.ts'
import type { AccountFacts } from '#src/settings/facts.ts'
import { Field } from '../shared/field.tsx'
import { errorAt, type PartProblem } from './account-part.tsx'

type OwnerFieldProps = {
  id: string
  account: Pick<AccountFacts, 'hasPassword' | 'isRecent'>
  problem: PartProblem | undefined
}

/** Reauthentication before a sensitive change. Empty after a recent sign-in. */
export function OwnerField({ id, account: { hasPassword, isRecent }, problem }: OwnerFieldProps) {
  if (isRecent) return null
  if (!hasPassword) return <SignInLink id={id} problem={problem} />
  return (
    <Field
      id={id}
      name="current_password"
      label="Your password"
      type="password"
      autocomplete="current-password"
      hint="It's been a while since you signed in, so we're checking it's you."
      required
      {...errorAt(problem, 'current_password')}
    />
  )
}

const SignInLink = ({ id, problem }: Pick<OwnerFieldProps, 'id' | 'problem'>) => (
  <div class="field">
    <p class="field__hint">
      It's been a while since you signed in. To make this change, please sign in again with a link we'll email
      you.
    </p>
    <p>
      <button
        type="submit"
        class="button button--quiet button--small"
        formaction={paths.accountSignInLink()}
        formnovalidate
      >
        Email me a sign-in link
      </button>
    </p>
    {problem?.field === 'current_password' && (
      <p class="field__error" id={`${id}_error`} role="alert">
        {problem.message}
      </p>
    )}
  </div>
)
