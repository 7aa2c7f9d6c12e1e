import type { StreamRender } from './render-streams.ts'

/**
 * A stream may take away what has the focus. If that is in a line of something (`data-line`), the focus goes to the same
 * in the line that comes up in its place, else to where the lines were.
 */
export function keepPlace(event: Event) {
  const { detail } = event as StreamRender
  const { render } = detail
  detail.render = async (stream) => {
    const findPlace = placeHeld()
    await render(stream)
    findPlace()
  }
}

function placeHeld(): () => void {
  const held = document.activeElement
  const line = held?.closest<HTMLElement>('[data-line]')
  const list = line?.parentElement
  const around = line?.closest<HTMLElement>('[tabindex="-1"]')
  if (!held || !line || !list) return () => {}
  const nth = [...list.children].indexOf(line)
  const sameAs = held.matches('input') ? 'input[type="number"]' : '[type="submit"]'

  return () => {
    if (held.isConnected) return
    const next = list.isConnected ? (list.children[nth] ?? list.lastElementChild) : null
    const successor = [...(next?.querySelectorAll<HTMLElement>(sameAs) ?? [])].findLast((one) =>
      one.checkVisibility(),
    )
    ;(successor ?? around)?.focus()
  }
}
