/** Turbo ships without types; these are the parts we touch. */
declare module '@hotwired/turbo' {
  export const config: {
    drive: { progressBarDelay: number }
    forms: { submitter: 'disabled' | 'aria-disabled' }
  }
  export const cache: { clear(): void }
  export function visit(address: string, how?: { action: 'advance' | 'replace' }): void
  export function renderStreamMessage(html: string): void
  export function morphChildren(current: Element, incoming: Element): void
}

/** Turbo, its stream element, and the one consumer of the page's live socket. */
declare module '@hotwired/turbo-rails' {
  export * as Turbo from '@hotwired/turbo'
  export type Connection = {
    isOpen(): boolean
    isActive(): boolean
    open(): boolean
    monitor: { isRunning(): boolean }
  }
  export const cable: { getConsumer(): Promise<{ connection: Connection }> }
}
