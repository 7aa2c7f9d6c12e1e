/** @jsxImportSource react */
import type { ReactNode } from 'react'

/** Keeps its place and its focus while busy: a disabled button would drop the keyboard's. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button
      className="button checkout-form__submit"
      type="submit"
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
    >
      {children}
    </button>
  )
}
