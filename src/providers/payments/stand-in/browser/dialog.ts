import { attachShadowRoot, make, uniqueId } from './dom.ts'
import { type Appearance, shadowStyles } from './styles.ts'

/** Escape calls `onCancel` and leaves the dialog open; the caller closes it. */
export function openDialog(
  title: string,
  appearance: Appearance | undefined,
  onCancel: () => void,
  content: HTMLElement[],
) {
  const heading = make('h2', { id: uniqueId('dialog') }, title)
  const dialog = make('dialog', { 'aria-labelledby': heading.id }, heading, ...content)
  const host = make('div', { class: 'StripeDialog', 'data-turbo-temporary': true })
  const previousFocus = document.activeElement
  attachShadowRoot(host, shadowStyles(appearance)).append(dialog)
  document.body.append(host)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onCancel()
  })
  dialog.showModal()
  return {
    close() {
      dialog.close()
      host.remove()
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
    },
  }
}
