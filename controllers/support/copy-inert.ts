const inert = document.implementation.createHTMLDocument()

/** Turbo caches a copy of the page. Pictures in a copy for this window would start to load, which is most of its cost. */
export function copyInert() {
  const { body } = document // by the time of the copy, the next page may be shown
  body.cloneNode = (isDeep) => inert.importNode(body, isDeep)
}
