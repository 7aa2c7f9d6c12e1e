import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { PersonFacts } from '#src/staff/people.ts'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatShortMoment } from '../shared/local-time.ts'
import { typedText } from '../shared/refused-form.ts'

type PersonPageProps = {
  facts: PersonFacts
  isOwn: boolean
  problem: string | undefined
  /** What a refused form had. */
  typed: Record<string, unknown> | null
}

export const RESET_REASON = 'They lost it. How do you know it’s really them?'

export const PersonPage = ({ facts, isOwn, problem, typed }: PersonPageProps) => (
  <article class="person">
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffPeople()}>People</a>
      </p>
      <h1 class="desk__title">{facts.name}</h1>
      <p class="desk__intro">
        {facts.user.email}. <a href={paths.staffAudit({ actor: String(facts.user.id) })}>What they did</a>
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <h2 class="desk__section">Roles</h2>
    {isOwn && (
      <p class="desk__intro">
        Only a colleague can remove your roles. To pack at a center or manage a farm too,{' '}
        <a href={paths.staffPeople()}>invite your own address</a>.
      </p>
    )}
    <ul class="role-rules">
      {facts.roles.map(({ role, subjectId, words }) => (
        <li class="role-rule">
          <b>{words}</b>
          {!isOwn && (
            <Form action={paths.removeRole(facts.user.token)} method="post">
              <input type="hidden" name="role" value={role} />
              <input type="hidden" name="subject_id" value={subjectId ?? ''} />
              <button type="submit" class="button button--quiet button--small">
                Remove<span class="visually-hidden"> {words}</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
    {!isOwn && <p class="desk__intro">Removing a role signs them out everywhere at once.</p>}
    <h2 class="desk__section">Second step</h2>
    <p>{factorWords(facts)}</p>
    {isOwn ? (
      <a class="button button--quiet" href={paths.secondFactor()}>
        Change it
      </a>
    ) : (
      facts.hasFactor && <ResetForm token={facts.user.token} typed={typed} />
    )}
    <h2 class="desk__section">Signed in</h2>
    {facts.sessions.length === 0 ? (
      <p>Not signed in anywhere.</p>
    ) : (
      <ul class="role-rules">
        {facts.sessions.map(({ device, seenAt }) => (
          <li class="role-rule">
            {device ?? 'A browser'}, last used {formatShortMoment(seenAt, SHOP_ZONE)}
          </li>
        ))}
      </ul>
    )}
  </article>
)

function factorWords({ factor }: PersonFacts): string {
  const keys = factor.passkeys.length === 1 ? '1 passkey' : `${factor.passkeys.length} passkeys`
  const parts = [
    ...(factor.hasTotp ? ['an authenticator app'] : []),
    ...(factor.passkeys.length > 0 ? [keys] : []),
  ]
  if (parts.length === 0)
    return factor.isRequired ? 'Not set up yet, and their role needs it.' : 'Not set up.'
  return `They use ${parts.join(' and ')}, and have ${factor.codesLeft} recovery codes left.`
}

type ResetFormProps = { token: string; typed: Record<string, unknown> | null }

const ResetForm = ({ token, typed }: ResetFormProps) => (
  <Form action={paths.resetFactor(token)} method="post" class="invite-form">
    <Field
      id="reset_reason"
      name="reason"
      label={RESET_REASON}
      value={typedText(typed, 'reason')}
      hint="For example: called me from her number. It stays in the audit trail."
      maxlength={200}
      required
    />
    <button type="submit" class="button button--quiet">
      Reset the second step
    </button>
  </Form>
)
