import type { Child } from 'hono/jsx'

type LabelledProps = {
  id: string
  label: string
  hint: string | undefined
  error: string | undefined
  class: string
  children?: Child
}

export const Labelled = ({ id, label, hint, error, class: className, children }: LabelledProps) => (
  <div class={className}>
    <label class="field__label" for={id}>
      {label}
    </label>
    {hint && (
      <p class="field__hint" id={`${id}_hint`}>
        {hint}
      </p>
    )}
    {children}
    {error && (
      <p class="field__error" id={`${id}_error`}>
        {error}
      </p>
    )}
  </div>
)

type ReadWith = Pick<LabelledProps, 'id' | 'hint' | 'error'> & {
  /** The id of a message that covers several invalid fields, this one among them. */
  sharedErrorId?: string | undefined
}

/** Makes screen readers read the hint and the error with the control. */
export const readWith = ({ id, hint, error, sharedErrorId }: ReadWith) => ({
  'aria-describedby':
    [hint && `${id}_hint`, error ? `${id}_error` : sharedErrorId].filter(Boolean).join(' ') || undefined,
  ...((error || sharedErrorId) && { 'aria-invalid': 'true' as const }),
})
