import ActionCable, { type Consumer } from '@rails/actioncable'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { closeWithFile } from './close-afterwards.ts'

/** The headers a browser adds on its own, by the URL a client was created for. */
const headersFor = new Map<string, Record<string, string>>()
let clients = 0

class SocketOfAPage extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, { headers: headersFor.get(url) ?? {} })
  }
}

/** Rails' own client, unchanged, in a visible page of `origin` with WebSockets and a cookie. */
export function stockClient(origin: string, cookie = ''): Consumer {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  ActionCable.adapters.WebSocket = SocketOfAPage

  const url = `${origin.replace('http', 'ws')}/cable?client=${++clients}`
  headersFor.set(url, { origin, ...(cookie ? { cookie } : {}) })
  const client = ActionCable.createConsumer(url)
  closeWithFile(() => client.disconnect())
  return client
}

/** Subscribes as a turbo-rails stream source does, and records what it receives. */
export function listenTo(consumer: Consumer, signedName: string, more: Record<string, string> = {}) {
  const heard = { connected: 0, reconnected: 0, disconnected: 0, rejected: 0, messages: [] as string[] }
  const subscription = consumer.subscriptions.create(
    { channel: 'Turbo::StreamsChannel', signed_stream_name: signedName, ...more },
    {
      connected({ reconnected }) {
        heard.connected += 1
        if (reconnected) heard.reconnected += 1
      },
      disconnected() {
        heard.disconnected += 1
      },
      rejected() {
        heard.rejected += 1
      },
      received: (message) => void heard.messages.push(message),
    },
  )
  return { ...subscription, unsubscribe: () => subscription.unsubscribe(), heard }
}
