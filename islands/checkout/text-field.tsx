/** @jsxImportSource react */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'children'> & {
  label: string
  name: string
  optional?: boolean
  invalid?: boolean
  error?: string | null
  /** The id of a message elsewhere that says what is wrong here, perhaps with other fields too. */
  sharedErrorId?: string | undefined
  children?: ReactNode
}

export function TextField({
  label,
  optional,
  invalid = false,
  error,
  sharedErrorId,
  children,
  ...input
}: TextFieldProps) {
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
        aria-describedby={error ? `${id}_error` : sharedErrorId}
      />
      {children}
      {error && <FieldError id={`${id}_error`} error={error} isAnnounced={!sharedErrorId} />}
    </div>
  )
}

type FieldErrorProps = { id: string; error: string; isAnnounced: boolean }

/** Not announced by itself where a message above the form is. */
export const FieldError = ({ id, error, isAnnounced }: FieldErrorProps) => (
  <p className="field__error" id={id} role={isAnnounced ? 'alert' : undefined}>
    {error}
  </p>
)
