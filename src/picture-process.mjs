/**
 * A process of its own, which ends with the one that started it: is sent `{ script, options, bytes }` and answers with what
 * the script's `encode` makes of them; null if it isn't a picture that can be read.
 */
import { pathToFileURL } from 'node:url'

process.on('message', async ({ script, options, bytes }) => {
  const { encode } = await import(pathToFileURL(script).href)
  process.send(await encode(bytes, ...options).catch(() => null))
})
