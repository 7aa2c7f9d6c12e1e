/**
 * A child process that exits with its parent. It receives `{ script, options, bytes }` and answers with what the script's
 * `encode` returns, or with null if that throws.
 */
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'

sharp.concurrency(1)

process.on('message', async ({ script, options, bytes }) => {
  const { encode } = await import(pathToFileURL(script).href)
  process.send(await encode(bytes, ...options).catch(() => null))
})
