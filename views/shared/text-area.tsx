type TextAreaProps = {
  id: string
  name: string
  label: string
  hint?: string
  error?: string | undefined
  value: string
  maxlength: number
  required?: boolean
}

/** As `Field`, for several lines. */
export function TextArea({ id, name, label, hint, error, value, ...area }: TextAreaProps) {
  const describedBy = [hint && `${id}_hint`, error && `${id}_error`].filter(Boolean).join(' ')
  return (
    <div class="field field--wide">
      <label class="field__label" for={id}>
        {label}
      </label>
      {hint && (
        <p class="field__hint" id={`${id}_hint`}>
          {hint}
        </p>
      )}
      <textarea
        class="field__input"
        rows={6}
        {...area}
        id={id}
        name={name}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? 'true' : undefined}
      >
        {value}
      </textarea>
      {error && (
        <p class="field__error" id={`${id}_error`}>
          {error}
        </p>
      )}
    </div>
  )
}
