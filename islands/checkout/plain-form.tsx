/** @jsxImportSource react */
import type { FormEventHandler, ReactNode } from 'react'
import type { CheckoutProps } from './props.ts'

type PlainFormProps = {
  id?: string
  action: string
  checkout: CheckoutProps
  submit: FormEventHandler<HTMLFormElement>
  edited?: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** Posts to the same URL as the script, so that it works before scripts load, and without them. */
export function PlainForm({ id, action, checkout, submit, edited, children }: PlainFormProps) {
  return (
    <form
      id={id}
      className="checkout-form"
      action={action}
      method="post"
      data-turbo="false"
      ref={disableBrowserValidation}
      onSubmit={submit}
      onChange={edited}
    >
      <input type="hidden" name="authenticity_token" value={checkout.authenticityToken} />
      <input type="hidden" name="order_token" value={checkout.orderToken} />
      {children}
    </form>
  )
}

function disableBrowserValidation(form: HTMLFormElement | null) {
  if (form) form.noValidate = true
}
