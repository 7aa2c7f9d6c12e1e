/** The parts of the ahoy.js client that we use. */
declare module 'ahoy.js' {
  const ahoy: {
    configure(options: { startOnReady: boolean }): void
    /** Begins the visit and keeps it in cookies. Once; later calls do nothing. */
    start(): void
    track(name: string, properties: Record<string, unknown>): boolean
  }
  export default ahoy
}
