/** @jsxImportSource react */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'

type QuestionDialogProps = {
  name: string
  /** For analytics, besides the modal's own. */
  event: string | undefined
  title: string
  message: string
  isBusy: boolean
  dismiss: () => void
  dismissal: { label: string; isOnly: boolean }
  children?: ReactNode
}

/** Without scripts an open panel in the form; with scripts a modal dialog that traps and restores the focus. */
export function QuestionDialog({
  name,
  event,
  title,
  message,
  isBusy,
  dismiss,
  dismissal,
  children,
}: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => showModal(dialog.current, name, event), [name, event])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question moves the focus again
  useEffect(() => dialog.current?.querySelector<HTMLElement>('button')?.focus(), [message])

  return (
    <dialog
      className="address-choice"
      open
      ref={dialog}
      aria-labelledby={`${id}_title`}
      aria-describedby={`${id}_message`}
      aria-busy={isBusy || undefined}
      onKeyDown={keepFocus}
      onCancel={(event) => isBusy && event.preventDefault()}
      // The event is asynchronous: by now the next question may be open.
      onClose={() => dialog.current?.open === false && dismiss()}
    >
      <h3 className="address-choice__title" id={`${id}_title`}>
        {title}
      </h3>
      <p id={`${id}_message`}>{message}</p>
      {children}
      <button
        className={`${dismissal.isOnly ? 'button' : 'link-button'} address-choice__leave`}
        type="button"
        onClick={() => !isBusy && dialog.current?.close()}
      >
        {dismissal.label}
      </button>
    </dialog>
  )
}

function showModal(dialog: HTMLDialogElement | null, name: string, event: string | undefined) {
  if (!dialog) return
  dialog.removeAttribute('open')
  dialog.setAttribute('aria-modal', 'true')
  dialog.showModal()
  emit('modal_shown', name)
  if (event) emit(event, name)
  return () => {
    if (dialog.open) dialog.close()
    emit('modal_closed', name)
  }
}

/** For analytics. */
const emit = (event: string, name: string) =>
  document.dispatchEvent(new CustomEvent(event, { detail: { name } }))

/** Tab cycles within the dialog and skips the browser's own buttons. */
function keepFocus(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab' || !event.currentTarget.matches(':modal')) return
  const focusable = event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')
  const [first, last] = [focusable[0], focusable[focusable.length - 1]]
  const [from, to] = event.shiftKey ? [first, last] : [last, first]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
