/** The package has no types; these cover what the tests use. */
declare module '@rails/actioncable' {
  export type Subscription = { identifier: string; unsubscribe(): void }
  type Mixin = {
    connected?(detail: { reconnected: boolean }): void
    disconnected?(detail: { willAttemptReconnect: boolean }): void
    rejected?(): void
    received?(message: string): void
  }
  export type Consumer = {
    subscriptions: { create(channel: Record<string, string>, mixin: Mixin): Subscription }
    connection: { isOpen(): boolean; monitor: { isRunning(): boolean; reconnectAttempts: number } }
    disconnect(): void
  }
  const ActionCable: {
    adapters: { WebSocket: unknown }
    createConsumer(url: string): Consumer
    ConnectionMonitor: { staleThreshold: number; reconnectionBackoffRate: number }
    Connection: { reopenDelay: number }
    INTERNAL: { default_mount_path: string; protocols: string[] }
  }
  export default ActionCable
}
