import { renderStreamMessage } from '@hotwired/turbo'

const STREAMS = 'text/vnd.turbo-stream.html'

export type StreamRender = CustomEvent<{ render: (stream: Element) => Promise<void> }>

type StreamElement = HTMLElement & { render(): Promise<void> }

export const streamsIn = async (response: Response): Promise<string | null> =>
  response.headers.get('content-type')?.startsWith(STREAMS) ? response.text() : null

export async function fetchStreams(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    return await streamsIn(await fetch(url, { signal, headers: { accept: STREAMS } }))
  } catch {
    return null
  }
}

export async function renderStreams(html: string) {
  renderStreamMessage(html)
  const streams = document.querySelectorAll<StreamElement>('html > turbo-stream')
  await Promise.all([...streams].map((stream) => stream.render()))
}
