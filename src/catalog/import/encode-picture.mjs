/**
 * A process of its own: `node src/catalog/import/encode-picture.mjs LEFT TOP WIDTH HEIGHT WIDTHS`, a picture in; out come
 * a line of JSON with its size and mean color, and then the crop in each of the widths that it has, as WebP.
 */
import sharp from 'sharp'

const [left = 0, top = 0, width = 0, height = 0] = process.argv.slice(2, 6).map(Number)
const widths = (process.argv[6] ?? '').split(',').map(Number)
const QUALITY = { 480: 76, 800: 74, 1280: 70 }

sharp.concurrency(1)
try {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const crop = sharp(Buffer.concat(chunks), { failOn: 'error' }).extract({ left, top, width, height })
  const files = []
  for (const wide of widths.filter((each) => each <= width))
    files.push(
      await crop
        .clone()
        .resize({ width: wide })
        .webp({ quality: QUALITY[wide] ?? 72, effort: 4 })
        .toBuffer({ resolveWithObject: true }),
    )
  const { data, info } = files.at(-1)
  const { channels } = await sharp(data).stats()
  const colour = `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`
  const head = {
    width: info.width,
    height: info.height,
    colour,
    bytes: files.map((file) => file.data.length),
  }
  process.stdout.write(
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map((file) => file.data)]),
  )
} catch {
  process.exitCode = 1
}
