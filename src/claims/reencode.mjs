/**
 * A process of its own: `node src/claims/reencode.mjs SIDE QUALITY`, a picture in, a WebP out. Decoding what strangers send takes
 * memory and time, and may crash. Exit code 1: it isn't a picture that can be read.
 */
import sharp from 'sharp'

const MAX_PIXELS = 50_000_000
const [side = '1600', quality = '76'] = process.argv.slice(2)

sharp.concurrency(1)
try {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const photo = await sharp(Buffer.concat(chunks), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: Number(side), height: Number(side), fit: 'inside', withoutEnlargement: true })
    .webp({ quality: Number(quality) }) // without metadata, unless asked for
    .toBuffer()
  process.stdout.write(photo)
} catch {
  process.exitCode = 1
}
