import type { Child } from 'hono/jsx'
import { Form } from './form.tsx'

type AskFormProps = {
  action: string
  /** What the button says. */
  button: string
  /** Said when the shop could not be asked at all. */
  failure: string
  quiet?: boolean
  /** More than one field: below each other, the button last. */
  tall?: boolean
  children?: Child
}

/**
 * A form that is answered where it stands: with a sentence in its place, or with the reason at its field. Without scripts
 * it is sent like any other.
 */
export const AskForm = ({ action, button, failure, quiet = false, tall = false, children }: AskFormProps) => (
  <div class="ask__question" data-controller="ask" data-ask-failure-value={failure}>
    <Form
      action={action}
      method="post"
      class={tall ? 'ask__form ask__form--tall' : 'ask__form'}
      data-ask-target="form"
      data-action="submit->ask#send"
    >
      {children}
      <p class="ask__error field__error" role="alert" data-ask-target="error" />
      <button type="submit" class={quiet ? 'button button--quiet' : 'button'}>
        {button}
      </button>
    </Form>
    <p class="ask__done" tabindex={-1} hidden data-ask-target="done" />
  </div>
)
