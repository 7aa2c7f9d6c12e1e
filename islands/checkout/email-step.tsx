/** @jsxImportSource react */

import { type FormEvent, useId } from 'react'
import { MAX_EMAIL_LENGTH } from '#src/accounts/rules.ts'
import { EMAIL_HINT } from '#src/checkout/sentences.ts'
import { PlainForm } from './plain-form.tsx'
import type { CheckoutProps, EmailProblem } from './props.ts'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

type EmailStepProps = {
  checkout: CheckoutProps
  email: string
  isSaving: boolean
  problem: EmailProblem | null
  save: (email: string) => void
}

export function EmailStep({ checkout, email, isSaving, problem, save }: EmailStepProps) {
  const sentenceId = useId()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save(String(new FormData(event.currentTarget).get('email') ?? ''))
  }

  return (
    <PlainForm action={checkout.urls.email} checkout={checkout} submit={submit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={MAX_EMAIL_LENGTH}
        defaultValue={email || (checkout.normalizeEmail ?? '')}
        invalid={problem !== null}
        error={problem && !problem.html ? problem.message : null}
        sharedErrorId={problem?.html ? sentenceId : undefined}
      />
      {problem?.html && <ServerSentence id={sentenceId} html={problem.html} />}
      <p className="checkout-hint">{EMAIL_HINT}</p>
      <SubmitButton isBusy={isSaving}>Continue to delivery</SubmitButton>
    </PlainForm>
  )
}

const ServerSentence = ({ id, html }: { id: string; html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our server's HTML, which never contains user input
  <div className="field__error" id={id} role="alert" dangerouslySetInnerHTML={{ __html: html }} />
)
