const MOST_BYTES = 256 * 1024

/** Why a call to somebody else's server brought nothing: a word for the log, which says nothing of what was asked. */
export class OutsideTrouble extends Error {
  override name = 'OutsideTrouble'
}

/**
 * Asks somebody else's server for JSON, within a time that covers the whole answer. Never follows a redirect.
 * @throws OutsideTrouble with one of 'timeout', 'unreachable', 'status 500' …, 'garbled'
 */
export async function callOutside(url: string, init: RequestInit, patienceMs: number): Promise<unknown> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: patience.signal })
    if (response.status !== 200) {
      void response.body?.cancel().catch(() => undefined)
      throw new OutsideTrouble(`status ${response.status}`)
    }
    return parse(await readText(response))
  } catch (error) {
    if (error instanceof OutsideTrouble) throw error
    throw new OutsideTrouble(patience.signal.aborted ? 'timeout' : 'unreachable')
  } finally {
    clearTimeout(timer)
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength
    if (bytes > MOST_BYTES) throw new OutsideTrouble('garbled')
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OutsideTrouble('garbled')
  }
}

/** The word for the log of whatever was thrown on the way. */
export const troubleOf = (error: unknown) => (error instanceof OutsideTrouble ? error.message : 'garbled')
