import { renderStreamMessage } from '@hotwired/turbo'

const STREAMS = 'text/vnd.turbo-stream.html'

/** A stream is about to be applied, by what `render` says. */
export type StreamRender = CustomEvent<{ render: (stream: Element) => Promise<void> }>

type StreamElement = HTMLElement & { render(): Promise<void> }

/** The Turbo streams that an answer is made of; null where it is made of something else. */
export const streamsIn = async (response: Response): Promise<string | null> =>
  response.headers.get('content-type')?.startsWith(STREAMS) ? response.text() : null

/** Asks for streams; null when none could be had. */
export async function fetchStreams(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    return await streamsIn(await fetch(url, { signal, headers: { accept: STREAMS } }))
  } catch {
    return null
  }
}

/** Applies Turbo streams. @returns once all of them are in the page */
export async function renderStreams(html: string) {
  renderStreamMessage(html)
  const streams = document.querySelectorAll<StreamElement>('html > turbo-stream')
  await Promise.all([...streams].map((stream) => stream.render()))
}
