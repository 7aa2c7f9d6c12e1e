import sharp from 'sharp'

const MAX_PIXELS = 50_000_000

/** As a PNG of at most that size, with its transparency and without metadata. */
export const encode = (bytes, width, height) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
