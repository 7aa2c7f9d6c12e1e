type Attributes = Record<string, string | boolean | undefined>

/** Builds an element without parsing HTML. False and undefined omit an attribute. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children)
  return element
}

/** Isolates our styles from the page's, and keeps what is typed here out of the page's forms. */
export function attachShadowRoot(host: HTMLElement, sheets: CSSStyleSheet[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  root.adoptedStyleSheets = sheets
  return root
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    amount / 100,
  )
}

let counter = 0

export function uniqueId(name: string): string {
  counter += 1
  return `stripe-${name}-${counter}`
}
