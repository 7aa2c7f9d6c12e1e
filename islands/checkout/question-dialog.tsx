/** @jsxImportSource react */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { newTrapId } from '../shared/trap-id.ts'
import { wrapTab } from '../shared/wrap-tab.ts'

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

/** Without scripts an open panel in the form; with scripts a modal that behaves as the shop's other one (MOD-1). */
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
  const pressedBackdrop = useRef(false)
  const id = useId()
  useLayoutEffect(() => showModal(dialog.current, name, event), [name, event])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question moves the focus again
  useEffect(() => firstControl(dialog.current)?.focus(), [message])
  const leave = () => !isBusy && dialog.current?.close()

  return (
    <dialog
      className="address-choice"
      open
      ref={dialog}
      aria-labelledby={`${id}_title`}
      aria-describedby={`${id}_message`}
      aria-busy={isBusy || undefined}
      onKeyDown={keepFocus}
      onSubmit={() => emit('modal_submit', name)}
      onPointerDown={(event) => {
        pressedBackdrop.current = isOnBackdrop(event)
      }}
      // Not when the press began inside, as when text is selected.
      onClick={(event) => pressedBackdrop.current && isOnBackdrop(event) && leave()}
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
        onClick={leave}
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
  dialog.setAttribute('aria-hidden', 'false')
  dialog.classList.add('is-active')
  dialog.dataset.focusTrapId = newTrapId()
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

/** A link comes before a button (MOD-1). */
const firstControl = (dialog: HTMLElement | null) =>
  dialog?.querySelector<HTMLElement>('a[href]') ?? dialog?.querySelector<HTMLElement>('button')

/** The dialog has a padding of its own, which is not the backdrop. */
function isOnBackdrop({ target, currentTarget, clientX: x, clientY: y }: MouseEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (x < left || x > right || y < top || y > bottom)
}

/** Only while it is modal: until then it is a part of the page. */
const keepFocus = (event: KeyboardEvent<HTMLDialogElement>) =>
  event.currentTarget.matches(':modal') && wrapTab(event.currentTarget, event)
