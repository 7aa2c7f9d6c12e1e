import sharp from 'sharp'

const QUALITY = { 480: 76, 800: 74, 1280: 70 }

/**
 * A line of JSON with the crop's size and mean color, and then the crop in each of the widths that it has, as WebP.
 * `widths` are the narrowest first.
 */
export async function encode(bytes, { left, top, width, height }, widths) {
  const crop = sharp(bytes, { failOn: 'error' }).extract({ left, top, width, height })
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
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map((file) => file.data)])
}
