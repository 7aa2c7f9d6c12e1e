/** @jsxImportSource react */
import type { ReactNode } from 'react'

type SubmitButtonProps = {
  isBusy: boolean
  isIncomplete?: boolean
  children: ReactNode
}

/** Uses `aria-disabled` because a disabled button would lose the focus. */
export function SubmitButton({ isBusy, isIncomplete = false, children }: SubmitButtonProps) {
  return (
    <button
      className="button checkout-form__submit"
      type="submit"
      aria-disabled={isBusy || isIncomplete || undefined}
      data-busy={isBusy || undefined}
    >
      {children}
    </button>
  )
}
