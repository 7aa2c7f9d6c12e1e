import sharp from 'sharp'

const MAX_PIXELS = 50_000_000

/** Upright and at most `side` pixels wide or high, as WebP without metadata. */
export const encode = (bytes, side, quality) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality }) // without metadata, unless asked for
    .toBuffer()
