import type { Child } from 'hono/jsx'

type LabelledProps = {
  id: string
  label: string
  hint: string | undefined
  error: string | undefined
  class: string
  children?: Child
}

/** A control with its label, its hint and its error around it. */
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

/** What makes hint and error be read with the control. */
export const readWith = ({ id, hint, error }: Pick<LabelledProps, 'id' | 'hint' | 'error'>) => ({
  'aria-describedby': [hint && `${id}_hint`, error && `${id}_error`].filter(Boolean).join(' ') || undefined,
  // Else a field may say so itself: of several wrong ones the sentence stands elsewhere.
  ...(error && { 'aria-invalid': 'true' as const }),
})
