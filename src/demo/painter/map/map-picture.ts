/** The map of the United States on which the farms are drawn: land, hills, woods and grass, and the sea around it. */
import sharp, { type Sharp } from 'sharp'
import { MAP_HEIGHT, MAP_WIDTH } from '../../../farms/map-projection.ts'
import { clouds, seededRandom } from '../noise.ts'
import { growths } from './growths.ts'
import outlines from './outlines.json' with { type: 'json' }

const SEED = 1803
/** The outlines are in fifths of a pixel of the map. */
const OUTLINE_SCALE = 0.2
const WAVES = 150

export async function paintMap(width: number, height: number): Promise<Sharp> {
  const land = await landMask(width, height)
  const svg = await sharp(Buffer.from(mapSvg(width, height, (x, y) => isLand(land, width, x, y))))
    .png()
    .toBuffer()
  return sharp(svg).composite([
    { input: grain(width, height), raw: { width, height, channels: 4 }, blend: 'soft-light' },
  ])
}

const sheet = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">${inside}</svg>`

const outline = (d: string, attributes: string) =>
  `<path transform="scale(${OUTLINE_SCALE})" d="${d}" ${attributes}/>`

function mapSvg(width: number, height: number, isOnLand: (x: number, y: number) => boolean): string {
  return sheet(
    width,
    height,
    [
      LIGHTS,
      `<rect width="${MAP_WIDTH}" height="${MAP_HEIGHT}" fill="url(#sea)"/>`,
      waves(isOnLand),
      `<g filter="url(#far)" opacity=".5">${outline(outlines.land, 'fill="none" stroke="#f4efe2" stroke-width="70"')}</g>`,
      `<g filter="url(#near)" opacity=".35" transform="translate(2 5)">${outline(outlines.land, 'fill="#3d3020"')}</g>`,
      outline(outlines.land, 'fill="url(#land)" stroke="#8c7d64" stroke-width="4" stroke-linejoin="round"'),
      `<g clip-path="url(#shore)"><rect width="${MAP_WIDTH}" height="${MAP_HEIGHT}" fill="url(#south)"/></g>`,
      outline(outlines.borders, 'fill="none" stroke="#fffaf0" stroke-opacity=".8" stroke-width="4.5"'),
      growths(isOnLand),
    ].join(''),
  )
}

/** Wet green in the Northwest, straw in the dry West, green again in the East, and warmer to the south. */
const LIGHTS = `<defs>
<linearGradient id="sea" x1="0" x2=".4" y1="0" y2="1"><stop offset="0" stop-color="#d8e4e6"/><stop offset="1" stop-color="#c5d7dc"/></linearGradient>
<linearGradient id="land" gradientUnits="userSpaceOnUse" x1="0" x2="4875" y1="0" y2="900"><stop offset="0" stop-color="#c9d6b4"/><stop offset=".13" stop-color="#dcd6b0"/><stop offset=".3" stop-color="#eedcae"/><stop offset=".5" stop-color="#e9dcae"/><stop offset=".64" stop-color="#d6dcb4"/><stop offset="1" stop-color="#c3d3ae"/></linearGradient>
<linearGradient id="south" x1="0" x2="0" y1="0" y2="1"><stop offset=".45" stop-color="#e0a866" stop-opacity="0"/><stop offset="1" stop-color="#e0a866" stop-opacity=".3"/></linearGradient>
<filter id="far" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="7"/></filter>
<filter id="near" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="4"/></filter>
<clipPath id="shore"><path transform="scale(${OUTLINE_SCALE})" d="${outlines.land}"/></clipPath></defs>`

function waves(isOnLand: (x: number, y: number) => boolean): string {
  const random = seededRandom(SEED)
  const drawn: string[] = []
  for (let n = 0; n < WAVES; n++) {
    const [x, y] = [random() * MAP_WIDTH, random() * MAP_HEIGHT]
    const isClear = [-14, 8, 34].every((dx) => [-16, 0, 16].every((dy) => !isOnLand(x + dx, y + dy)))
    if (isClear) drawn.push(`M${x.toFixed(1)} ${y.toFixed(1)}q4-4 8 0t8 0t8 0`)
  }
  return `<path d="${drawn.join('')}" fill="none" stroke="#8fadb8" stroke-width="1.2" stroke-linecap="round" opacity=".55"/>`
}

async function landMask(width: number, height: number): Promise<Buffer> {
  const land = sheet(width, height, outline(outlines.land, 'fill="#fff"'))
  return sharp(Buffer.from(land)).flatten({ background: '#000' }).greyscale().raw().toBuffer()
}

function isLand(mask: Buffer, width: number, x: number, y: number): boolean {
  const scale = width / MAP_WIDTH
  const [column, row] = [Math.round(x * scale), Math.round(y * scale)]
  return column >= 0 && column < width && (mask[row * width + column] ?? 0) > 127
}

/** Of paper and of slow hills, so that nothing looks like a flat fill. */
function grain(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const slow = clouds(x / 130, y / 110, SEED, 4)
      const fine = clouds(x / 4, y / 4, SEED + 7, 2)
      const tone = Math.round(255 * (0.5 + (slow - 0.5) * 0.75 + (fine - 0.5) * 0.3))
      pixels.set([tone, tone, tone, 150], (y * width + x) * 4)
    }
  }
  return pixels
}
