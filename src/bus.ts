export type Bus = {
  /** Sends Turbo streams (HTML) to every open page on this server that follows `stream`. */
  broadcast(stream: string, html: string): void
  listen(stream: string, listener: Listener): () => void
}

type Listener = (html: string) => void
type Delivery = { to: Set<Listener>; listener: Listener; html: string }

/** Thousands may follow one stream: all at once they would keep everybody else waiting, and fill the memory. */
const AT_ONCE = 100

/** @param report receives what a listener threw; the other listeners still get the page */
export function createBus(report: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<Listener>>()
  const queue: Delivery[] = []

  function deliver() {
    for (const { to, listener, html } of queue.slice(0, AT_ONCE)) {
      try {
        if (to.has(listener)) listener(html) // it may have left meanwhile
      } catch (error) {
        report(error)
      }
    }
    queue.splice(0, AT_ONCE)
    if (queue.length > 0) setImmediate(deliver)
  }

  return {
    broadcast(stream, html) {
      const isIdle = queue.length === 0
      const to = listeners.get(stream) ?? new Set()
      for (const listener of to) queue.push({ to, listener, html })
      if (isIdle && queue.length > 0) deliver()
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
