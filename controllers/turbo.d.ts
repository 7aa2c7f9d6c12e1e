/** Turbo ships no types; these are the parts we use. */
declare module '@hotwired/turbo' {
  export const config: {
    drive: { progressBarDelay: number }
    forms: { submitter: 'disabled' | 'aria-disabled' }
  }
  export const cache: { clear(): void }
  export const session: {
    history: { location: URL }
    view: { lastRenderedLocation: URL; forceReloaded: boolean }
  }
  export function visit(url: string, options?: { action: 'advance' | 'replace' }): void
  export function renderStreamMessage(html: string): void
  export function morphChildren(current: Element, incoming: Element): void
}

/** `getConsumer` returns the page's one Action Cable consumer. */
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
