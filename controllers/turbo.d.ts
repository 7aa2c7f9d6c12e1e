/** Turbo ships without types; these are the parts we touch. */
declare module '@hotwired/turbo' {
  export const config: { drive: { progressBarDelay: number } }
  export function morphChildren(current: Element, incoming: Element): void
}
