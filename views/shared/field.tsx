type FieldProps = {
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  class?: string
  /** Attributes of the input itself: type, value, autocomplete, inputmode … */
  [attribute: string]: unknown
}

/** A labelled input with its hint and its error, both read with it. */
export function Field({ id, name, label, hint, error, class: className, ...input }: FieldProps) {
  const describedBy = [hint && `${id}_hint`, error && `${id}_error`].filter(Boolean).join(' ')
  return (
    <div class={className ? `field ${className}` : 'field'}>
      <label class="field__label" for={id}>
        {label}
      </label>
      {hint && (
        <p class="field__hint" id={`${id}_hint`}>
          {hint}
        </p>
      )}
      <input
        class="field__input"
        type="text"
        {...input}
        id={id}
        name={name}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? 'true' : undefined}
      />
      {error && (
        <p class="field__error" id={`${id}_error`}>
          {error}
        </p>
      )}
    </div>
  )
}
