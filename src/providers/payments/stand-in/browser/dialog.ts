import { freshId, make, makeRoom } from './dom.ts'
import { type Appearance, roomStyles } from './styles.ts'

/** A modal window over the page, in a room of its own. `cancelled` is told of the Escape key. */
export function openDialog(
  title: string,
  appearance: Appearance | undefined,
  cancelled: () => void,
  content: HTMLElement[],
) {
  const heading = make('h2', { id: freshId('dialog') }, title)
  const dialog = make('dialog', { 'aria-labelledby': heading.id }, heading, ...content)
  const host = make('div', { class: 'StripeDialog', 'data-turbo-temporary': true })
  const back = document.activeElement
  makeRoom(host, roomStyles(appearance)).append(dialog)
  document.body.append(host)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    cancelled()
  })
  dialog.showModal()
  return {
    close() {
      dialog.close()
      host.remove()
      if (back instanceof HTMLElement && back.isConnected) back.focus()
    },
  }
}
