/** Where news is called out within this process: who listens to a stream hears what is sent on it from then on. */
export type Bus = {
  /** Sends Turbo streams (HTML) to every open page that listens to `stream` at this server. */
  broadcast(stream: string, html: string): void
  /** @returns what stops listening */
  listen(stream: string, hear: Hear): () => void
}

type Hear = (html: string) => void

export function createBus(): Bus {
  const hearers = new Map<string, Set<Hear>>()
  return {
    broadcast(stream, html) {
      for (const hear of [...(hearers.get(stream) ?? [])]) hear(html)
    },
    listen(stream, hear) {
      const here = hearers.get(stream) ?? new Set()
      hearers.set(stream, here.add(hear))
      return () => {
        here.delete(hear)
        if (here.size === 0 && hearers.get(stream) === here) hearers.delete(stream)
      }
    },
  }
}
