/** Keeps how elements are written. @returns what writes them so again. */
export function keepAttributes(elements: (Element | undefined)[]): () => void {
  const kept = elements
    .filter((element) => element !== undefined)
    .map((element) => ({ element, attributes: attributesOf(element) }))
  return () => {
    for (const { element, attributes } of kept) writeAgain(element, attributes)
  }
}

const attributesOf = (element: Element) =>
  new Map([...element.attributes].map(({ name, value }) => [name, value]))

function writeAgain(element: Element, attributes: Map<string, string>) {
  for (const { name } of [...element.attributes]) if (!attributes.has(name)) element.removeAttribute(name)
  for (const [name, value] of attributes) {
    // A style written as an attribute is what the policy forbids; the slider takes its own away itself.
    if (name !== 'style' && element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}
