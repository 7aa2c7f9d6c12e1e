/**
 * Puts new contents in the place of a part's old ones. What was typed or unfolded there stays so, and whoever is at it
 * stays there.
 */
export function replaceContents(part: HTMLElement, contents: Iterable<Node>) {
  const wasOpen = part.querySelector('details')?.open
  const held = part.contains(document.activeElement) ? document.activeElement?.id : null
  const typed = fieldsIn(part).filter(({ value, defaultValue }) => value !== defaultValue)
  part.replaceChildren(...contents)
  for (const field of fieldsIn(part))
    field.value = typed.find((one) => one.id === field.id)?.value ?? field.value
  const details = part.querySelector('details')
  if (details && wasOpen !== undefined) details.open = wasOpen
  if (held) document.getElementById(held)?.focus({ preventScroll: true }) // nothing folded away takes it
}

const fieldsIn = (part: HTMLElement) => [...part.querySelectorAll<HTMLInputElement>('input[id]')]
