/** @jsxImportSource react */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'

type QuestionDialogProps = {
  /** What readers and events call it: the server's name of the problem. */
  name: string
  title: string
  message: string
  /** While the answer is under way nobody leaves. */
  busy: boolean
  leave: () => void
  /** How leaving is called, and whether it is all that can be done. */
  way: { label: string; isOnly: boolean }
  children?: ReactNode
}

/**
 * A question over the page. As the server writes it, and without scripts, it is a panel that stands open in its form;
 * with scripts it becomes a true modal: the page behind is out of reach, the focus goes in, stays, and goes back.
 */
export function QuestionDialog({ name, title, message, busy, leave, way, children }: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => showModal(dialog.current, name), [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another one to be answered
  useEffect(() => dialog.current?.querySelector<HTMLElement>('button')?.focus(), [message])

  return (
    <dialog
      className="address-choice"
      open
      ref={dialog}
      aria-labelledby={`${id}_title`}
      aria-describedby={`${id}_message`}
      aria-busy={busy || undefined}
      onKeyDown={keepFocus}
      onCancel={(event) => busy && event.preventDefault()}
      // Told a moment later, when the next question may stand open already.
      onClose={() => dialog.current?.open === false && leave()}
    >
      <h3 className="address-choice__title" id={`${id}_title`}>
        {title}
      </h3>
      <p id={`${id}_message`}>{message}</p>
      {children}
      <button
        className={`${way.isOnly ? 'button' : 'link-button'} address-choice__leave`}
        type="button"
        onClick={() => !busy && dialog.current?.close()}
      >
        {way.label}
      </button>
    </dialog>
  )
}

/** @returns what closes it, which gives the focus back */
function showModal(dialog: HTMLDialogElement | null, name: string) {
  if (!dialog) return
  dialog.removeAttribute('open')
  dialog.setAttribute('aria-modal', 'true')
  dialog.showModal()
  tell('modal_shown', name)
  if (name === 'modified_to_achieve_match') tell('viewed-address-modified-modal', name)
  return () => {
    if (dialog.open) dialog.close()
    tell('modal_closed', name)
  }
}

/** For whoever counts what is seen. */
const tell = (event: string, name: string) =>
  document.dispatchEvent(new CustomEvent(event, { detail: { name } }))

/** Tab goes round within it, and not by way of the browser's own buttons. */
function keepFocus(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab' || !event.currentTarget.matches(':modal')) return
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')
  const [first, last] = [stops[0], stops[stops.length - 1]]
  const [from, to] = event.shiftKey ? [first, last] : [last, first]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
