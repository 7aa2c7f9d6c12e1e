/** The parts of the ahoy.js client that we use. */
declare module 'ahoy.js' {
  const ahoy: { track(name: string, properties: Record<string, unknown>): boolean }
  export default ahoy
}
