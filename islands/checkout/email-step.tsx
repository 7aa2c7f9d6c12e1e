/** @jsxImportSource react */
import type { FormEvent } from 'react'
import { PlainForm } from './plain-form.tsx'
import type { CheckoutProps, EmailProblem } from './props.ts'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

type EmailStepProps = {
  checkout: CheckoutProps
  email: string
  saving: boolean
  problem: EmailProblem | null
  save: (email: string) => void
}

export function EmailStep({ checkout, email, saving, problem, save }: EmailStepProps) {
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
        maxLength={254}
        defaultValue={email || (checkout.normalizeEmail ?? '')}
        invalid={problem !== null}
        error={problem && !problem.html ? problem.message : null}
      />
      {problem?.html && <ServerSentence html={problem.html} />}
      <p className="checkout-hint">Your receipt and news of the box go here.</p>
      <SubmitButton busy={saving}>Continue to delivery</SubmitButton>
    </PlainForm>
  )
}

/** Our own server's words, which may carry a link. */
const ServerSentence = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by our server, with nothing of the visitor's in it
  <div className="field__error" role="alert" dangerouslySetInnerHTML={{ __html: html }} />
)
