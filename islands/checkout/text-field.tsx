/** @jsxImportSource react */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'children'> & {
  label: string
  name: string
  optional?: boolean
  invalid?: boolean
  /** A field can be invalid without its own message, when several share one. */
  error?: string | null
  children?: ReactNode
}

export function TextField({ label, optional, invalid = false, error, children, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={invalid || undefined}>
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
      </label>
      <input
        type="text"
        {...input}
        className="field__input"
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={error ? `${id}_error` : undefined}
      />
      {children}
      {error && (
        <p className="field__error" id={`${id}_error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
