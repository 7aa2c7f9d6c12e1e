import { paths } from '#src/paths.ts'
import type { AccountFacts } from '#src/settings/facts.ts'
import { Field } from '../shared/field.tsx'
import { errorAt, type PartProblem } from './account-part.tsx'

type OwnerFieldProps = {
  id: string
  account: Pick<AccountFacts, 'hasPassword' | 'isRecent'>
  problem: PartProblem | undefined
}

/**
 * Before what matters, whoever signed in a while ago shows once more that it is them: by the password, or where there
 * is none by a link to their mailbox. Nothing for a recent sign-in.
 */
export function OwnerField({ id, account: { hasPassword, isRecent }, problem }: OwnerFieldProps) {
  if (isRecent) return null
  if (!hasPassword) return <LinkInstead id={id} problem={problem} />
  return (
    <Field
      id={id}
      name="current_password"
      label="Your password"
      type="password"
      autocomplete="current-password"
      hint="You signed in a while ago: this shows that it is still you."
      required
      {...errorAt(problem, 'current_password')}
    />
  )
}

const LinkInstead = ({ id, problem }: Pick<OwnerFieldProps, 'id' | 'problem'>) => (
  <div class="field">
    <p class="field__hint">
      You signed in a while ago. Before this can change, please sign in again by a link to your mailbox.
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
