import type { Bus } from '../bus.ts'

export const sessionEndedStream = (sessionHash: string) => `ended:${sessionHash}`

/** Closes the session's sockets in this process; other processes notice by polling (live/session-watch.ts). */
export const announceSessionEnded = ({ bus }: { bus: Bus }, sessionHash: string) =>
  bus.broadcast(sessionEndedStream(sessionHash), '')
