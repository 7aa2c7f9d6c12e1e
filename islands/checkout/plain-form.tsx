/** @jsxImportSource react */
import type { FormEventHandler, ReactNode } from 'react'
import type { CheckoutProps } from './props.ts'

type PlainFormProps = {
  action: string
  checkout: CheckoutProps
  submit: FormEventHandler<HTMLFormElement>
  edited?: () => void
  children: ReactNode
}

/** A form to the same call that the script makes, so that it works before the script has come, and without one. */
export function PlainForm({ action, checkout, submit, edited, children }: PlainFormProps) {
  return (
    <form
      className="checkout-form"
      action={action}
      method="post"
      data-turbo="false"
      ref={ownSentences}
      onSubmit={submit}
      onChange={edited}
    >
      <input type="hidden" name="authenticity_token" value={checkout.authenticityToken} />
      <input type="hidden" name="order_token" value={checkout.orderToken} />
      {children}
    </form>
  )
}

/** With scripts the shop's own sentences stand at the fields instead of the browser's. */
function ownSentences(form: HTMLFormElement | null) {
  if (form) form.noValidate = true
}
