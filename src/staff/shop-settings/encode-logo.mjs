/**
 * A process of its own: `node src/staff/shop-settings/encode-logo.mjs WIDTH HEIGHT`, a picture in, a PNG of at most that
 * size out, with its transparency and without metadata. Exit code 1: it isn't a picture that can be read.
 */
import sharp from 'sharp'

const MAX_PIXELS = 50_000_000
const [width = 600, height = 200] = process.argv.slice(2).map(Number)

sharp.concurrency(1)
try {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const logo = await sharp(Buffer.concat(chunks), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
  process.stdout.write(logo)
} catch {
  process.exitCode = 1
}
