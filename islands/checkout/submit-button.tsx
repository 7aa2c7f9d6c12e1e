/** @jsxImportSource react */
import type { ReactNode } from 'react'

type SubmitButtonProps = {
  busy: boolean
  /** Something is still to be chosen before it does anything. */
  waits?: boolean
  children: ReactNode
}

/** Keeps its place and its focus while busy: a disabled button would drop the keyboard's. */
export function SubmitButton({ busy, waits = false, children }: SubmitButtonProps) {
  return (
    <button
      className="button checkout-form__submit"
      type="submit"
      aria-disabled={busy || waits || undefined}
      data-busy={busy || undefined}
    >
      {children}
    </button>
  )
}
