const MAX_BYTES = 256 * 1024

export class OutsideCallError extends Error {
  override name = 'OutsideCallError'
}

/** @throws OutsideCallError with a word for the log: 'timeout', 'unreachable', 'status 500' … or 'garbled' */
export async function fetchJson(url: string, init: RequestInit, timeoutMs: number): Promise<unknown> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: timeout.signal })
    if (response.status !== 200) {
      void response.body?.cancel().catch(() => undefined)
      throw new OutsideCallError(`status ${response.status}`)
    }
    return parse(await readText(response))
  } catch (error) {
    if (error instanceof OutsideCallError) throw error
    throw new OutsideCallError(timeout.signal.aborted ? 'timeout' : 'unreachable')
  } finally {
    clearTimeout(timer)
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new OutsideCallError('garbled')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OutsideCallError('garbled')
  }
}

export const failureReason = (error: unknown) =>
  error instanceof OutsideCallError ? error.message : 'garbled'
