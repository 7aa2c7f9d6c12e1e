import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { reviews } from '#db/schema/index.ts'
import { type Draw, random } from './random.ts'
import { writer } from './reviews.ts'

const PAGES = [
  '/products/grass-fed-ribeye',
  '/products/grass-fed-ribeye/reviews',
  '/vendor/three-larks-ranch/reviews',
]

const PIECES = [
  '<script>alert(1)</script>',
  '</script><script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '<svg/onload=alert(1)>',
  '</textarea><b>',
  '</bdi></p></li></ul></main>',
  '<turbo-stream action="remove" target="main"><template></template></turbo-stream>',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '&lt;b&gt;',
  '&#x3c;i&#x3e;',
  '&',
  'javascript:alert(1)',
  '{{constructor.constructor("x")()}}',
  '#{7*7}',
  '%3Cscript%3E',
  "'; drop table reviews; --",
  '\u2028</script>',
  'line\nbreak',
  '‏عكس',
  '👩‍🌾🥩',
  'Z̷̧a̷l̷g̷o̷',
  '__TOKEN__',
  'data-controller="cart" data-action="click->cart#x"',
]

const hostileText = (draw: Draw): string =>
  Array.from({ length: 1 + draw.below(6) }, () =>
    draw.chance(0.2) ? draw.text(1 + draw.below(40), '<>"\'&/=`$\\{}[]!-; \u00a0aZ') : draw.pick(PIECES),
  ).join(draw.pick(['', ' ', '\n']))

/** A page's tags with their attributes, minus what differs between visits. */
const skeletonOf = (html: string): string =>
  [...html.matchAll(/<\/?[a-z][^>]*>|<!--/gi)]
    .map(([tag]) =>
      tag.replace(/ (content|value|data-[\w-]+|id|for|href|src|formaction|action|alt)="[^"]*"/g, ''),
    )
    .join('')

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Publishes each text and views it wherever reviews appear: the page's elements must stay the same. */
export async function playHostileTexts(count: number, seed: number) {
  const draw = random(seed)
  const { write, decide, deliver, own, db, farmer } = await writer()
  deliver({ slugs: ['grass-fed-ribeye'] })
  const skeletons = async () => {
    const pages = await Promise.all(PAGES.map(async (path) => (await farmer.visit(path)).text()))
    return { pages, shapes: pages.map(skeletonOf) }
  }
  await write({ words: 'Plain' })
  await decide({ decision: 'approve' })
  const plain = (await skeletons()).shapes
  const told = { shown: 0, refused: 0, problems: [] as string[] }
  for (let nth = 0; nth < count; nth++) {
    const words = hostileText(draw)
    const sent = await write({ words })
    if (sent.status === 422) {
      told.refused += 1
      continue
    }
    const kept = own()[0]?.words ?? ''
    if (sent.status !== 200) told.problems.push(`${sent.status} for ${JSON.stringify(words)}`)
    db.update(reviews)
      .set({ state: 'published' })
      .where(eq(reviews.id, own()[0]?.id ?? 0))
      .run()
    const { pages, shapes } = await skeletons()
    for (const [index, shape] of shapes.entries()) {
      if (shape !== plain[index]) told.problems.push(`markup on ${PAGES[index]}: ${JSON.stringify(words)}`)
      if (!unescaped(pages[index] ?? '').includes(kept))
        told.problems.push(`not shown on ${PAGES[index]}: ${JSON.stringify(words)}`)
    }
    told.shown += 1
  }
  return told
}

/**
 * Cut, padded, mislabeled, huge, animated or garbled: each is either accepted as a picture or refused with a message.
 */
export async function playOddPictures(count: number, seed: number) {
  const draw = random(seed)
  const { write, deliver, photoPaths, mo } = await writer()
  deliver({ slugs: ['grass-fed-ribeye'] })
  const good = await goodPictures()
  const told = { kept: 0, refused: 0, problems: [] as string[] }
  for (let nth = 0; nth < count; nth++) {
    const bytes = oddPicture(draw, good)
    const sent = await write({ words: `Picture ${nth}`, photos: [bytes], removed: photoPaths() })
    const { error = '' } = (await sent.json()) as { error?: string }
    if (sent.status === 422 && error !== '') told.refused += 1
    else if (sent.status !== 200) told.problems.push(`${sent.status} for picture ${nth}`)
    else {
      const seen = await mo.visit(photoPaths()[0] ?? '')
      const { format, exif, pages = 1 } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata()
      if (format !== 'webp' || exif || pages !== 1) told.problems.push(`picture ${nth} is kept as ${format}`)
      told.kept += 1
    }
  }
  return told
}

async function goodPictures(): Promise<Buffer[]> {
  const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
  const frame = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a3' } })
    .png()
    .toBuffer()
  const moving = sharp([frame, frame], { join: { animated: true } })
  return Promise.all([
    plain
      .clone()
      .withExif({ IFD0: { Make: 'Quillcam' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer(),
    plain.clone().toColourspace('cmyk').jpeg().toBuffer(),
    plain.clone().png().toBuffer(),
    plain.clone().webp().toBuffer(),
    moving.clone().webp({ loop: 0 }).toBuffer(),
    sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(), // a decompression bomb
  ])
}

const HEADS = [
  '\xff\xd8\xff\xe0',
  '\x89PNG\r\n\x1a\n',
  'RIFF\x10\0\0\0WEBPVP8 ',
  'GIF89a',
  'II*\0',
  '<svg>',
  '%PDF-1.7',
  '',
]

function oddPicture(draw: Draw, good: Buffer[]): Buffer {
  const bytes = Buffer.from(draw.pick(good))
  switch (draw.below(5)) {
    case 0:
      return bytes.subarray(0, 1 + draw.below(bytes.length))
    case 1:
      for (let hits = 1 + draw.below(40); hits > 0; hits--) bytes[draw.below(bytes.length)] = draw.below(256)
      return bytes
    case 2:
      return Buffer.concat([
        Buffer.from(draw.pick(HEADS), 'latin1'),
        Buffer.from(draw.text(200, '\0\u00ffaz<'), 'latin1'),
      ])
    case 3:
      return Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
    default:
      return bytes
  }
}
