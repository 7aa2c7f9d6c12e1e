import type { Picture } from '../pictures.ts'

export type ConvertedPicture = { width: number; height: number; colour: string }

/** Only the widths up to the original's are converted: pictures are never enlarged. */
export const PICTURE_WIDTHS = [480, 800, 1280]

export const pictureFile = (hash: string, width: number) => `imported-${hash}-${width}.webp`

/** Holds everything a page needs, so there is no manifest. Written only once the picture's files exist. */
export const pictureName = (hash: string, { width, height, colour }: ConvertedPicture, alt: string) =>
  `imported:${hash}:${width}x${height}:${colour}:${alt}`

const NAME = /^imported:([0-9a-f]{32}):(\d+)x(\d+):(#[0-9a-f]{6}):(.*)$/s

/** The content hash and alt text of an imported picture; null for a painted one. */
export function importedName(name: string): { hash: string; alt: string } | null {
  const [, hash, , , , alt] = NAME.exec(name) ?? []
  return hash !== undefined && alt !== undefined ? { hash, alt } : null
}

export function importedPicture(name: string): Picture | null {
  const [, hash, width, height, colour, alt] = NAME.exec(name) ?? []
  if (hash === undefined || colour === undefined || alt === undefined) return null
  const widths = PICTURE_WIDTHS.filter((available) => available <= Number(width))
  return {
    width: Number(width),
    height: Number(height),
    alt,
    colour,
    sources: widths.map((each) => ({ width: each, url: `/pictures/${pictureFile(hash, each)}` })),
  }
}
