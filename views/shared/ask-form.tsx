import type { Child } from 'hono/jsx'
import { Form } from './form.tsx'

type AskFormProps = {
  action: string
  button: string
  /** Shown when the shop does not answer. */
  failure: string
  quiet?: boolean
  /** Stacks several fields, with the button last. */
  tall?: boolean
  children?: Child
}

/** A form answered in place (controllers/ask-controller.ts). Without scripts it is sent like any other. */
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
