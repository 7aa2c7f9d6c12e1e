type Attributes = Record<string, string | boolean | undefined>

/** One element, built without a line of HTML text: `false` and undefined leave an attribute out. */
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

/** A page of our own inside the page: its styles stay in, the shop's stay out, and no form ever sends what is typed here. */
export function makeRoom(host: HTMLElement, sheets: CSSStyleSheet[]): ShadowRoot {
  const room = host.attachShadow({ mode: 'open', delegatesFocus: true })
  room.adoptedStyleSheets = sheets
  return room
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    amount / 100,
  )
}

let counter = 0

/** Ids need to be different only within one room; they are different everywhere. */
export function freshId(name: string): string {
  counter += 1
  return `stripe-${name}-${counter}`
}
