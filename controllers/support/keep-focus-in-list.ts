import type { StreamRender } from './render-streams.ts'

/** When a stream removes the focused line, the focus moves to the same control of the line that takes its place. */
export function keepFocusInList(event: Event) {
  const { detail } = event as StreamRender
  const { render } = detail
  detail.render = async (stream) => {
    const restoreFocus = rememberFocus()
    await render(stream)
    restoreFocus()
  }
}

function rememberFocus(): () => void {
  const focused = document.activeElement
  const line = focused?.closest<HTMLElement>('[data-line]')
  const list = line?.parentElement
  const container = line?.closest<HTMLElement>('[tabindex="-1"]')
  if (!focused || !line || !list) return () => {}
  const index = [...list.children].indexOf(line)
  const sameControl = focused.matches('input') ? 'input[type="number"]' : '[type="submit"]'

  return () => {
    if (focused.isConnected) return
    const next = list.isConnected ? (list.children[index] ?? list.lastElementChild) : null
    const successor = [...(next?.querySelectorAll<HTMLElement>(sameControl) ?? [])].findLast((control) =>
      control.checkVisibility(),
    )
    ;(successor ?? container)?.focus()
  }
}
