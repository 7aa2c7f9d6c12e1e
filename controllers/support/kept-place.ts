/**
 * Remembers what has the focus while the box is drawn anew, if it is in a line of something (`data-line`). @returns what,
 * if it is gone then, gives the focus to the same in the line that came up in its place, else to where the lines were.
 */
export function keepPlace(): () => void {
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
