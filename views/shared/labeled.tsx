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

/** Makes screen readers read the hint and the error with the control. */
export const readWith = ({ id, hint, error }: Pick<LabelledProps, 'id' | 'hint' | 'error'>) => ({
  'aria-describedby': [hint && `${id}_hint`, error && `${id}_error`].filter(Boolean).join(' ') || undefined,
  // Without an error here, the caller may set it: one message can cover several invalid fields.
  ...(error && { 'aria-invalid': 'true' as const }),
})
