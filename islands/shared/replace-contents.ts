/** Replaces an element's contents, but keeps edited fields, an open `<details>` and the focus. */
export function replaceContents(container: HTMLElement, contents: Iterable<Node>) {
  const wasOpen = container.querySelector('details')?.open
  const focusedId = container.contains(document.activeElement) ? document.activeElement?.id : null
  const edited = fieldsIn(container).filter(({ value, defaultValue }) => value !== defaultValue)
  container.replaceChildren(...contents)
  for (const field of fieldsIn(container))
    field.value = edited.find(({ id }) => id === field.id)?.value ?? field.value
  const details = container.querySelector('details')
  if (details && wasOpen !== undefined) details.open = wasOpen
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true }) // does nothing in a closed fold
}

const fieldsIn = (container: HTMLElement) => [...container.querySelectorAll<HTMLInputElement>('input[id]')]
