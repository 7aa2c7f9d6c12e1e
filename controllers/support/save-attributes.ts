/** Saves the elements' attributes. @returns a function that restores them */
export function saveAttributes(elements: (Element | undefined)[]): () => void {
  const saved = elements
    .filter((element) => element !== undefined)
    .map((element) => ({ element, attributes: attributesOf(element) }))
  return () => {
    for (const { element, attributes } of saved) restore(element, attributes)
  }
}

const attributesOf = (element: Element) =>
  new Map([...element.attributes].map(({ name, value }) => [name, value]))

function restore(element: Element, attributes: Map<string, string>) {
  for (const { name } of [...element.attributes]) if (!attributes.has(name)) element.removeAttribute(name)
  for (const [name, value] of attributes) {
    // The CSP forbids setting a style attribute; Swiper removes its own inline styles.
    if (name !== 'style' && element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}
