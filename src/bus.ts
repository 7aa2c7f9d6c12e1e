export type Bus = {
  /** Sends Turbo streams (HTML) to every open page on this server that follows `stream`. */
  broadcast(stream: string, html: string): void
  listen(stream: string, listener: Listener): () => void
}

type Listener = (html: string) => void

export function createBus(): Bus {
  const listeners = new Map<string, Set<Listener>>()
  return {
    broadcast(stream, html) {
      for (const listener of [...(listeners.get(stream) ?? [])]) listener(html)
    },
    listen(stream, listener) {
      const ofStream = listeners.get(stream) ?? new Set()
      listeners.set(stream, ofStream.add(listener))
      return () => {
        ofStream.delete(listener)
        if (ofStream.size === 0 && listeners.get(stream) === ofStream) listeners.delete(stream)
      }
    },
  }
}
