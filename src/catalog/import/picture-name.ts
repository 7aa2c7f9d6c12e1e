import type { Picture } from '../pictures.ts'

/** What is known of a picture by its bytes alone. */
export type MadePicture = { width: number; height: number; colour: string }

/** The largest is not wider than the original, and none is made larger than it came. */
export const PICTURE_WIDTHS = [480, 800, 1280]

export const pictureFile = (hash: string, width: number) => `imported-${hash}-${width}.webp`

/**
 * An imported picture's name says all there is to know of it, so that a page needs no list to show it, and a name is
 * written into a farm or a variety only once its files are there.
 */
export const pictureName = (hash: string, { width, height, colour }: MadePicture, alt: string) =>
  `imported:${hash}:${width}x${height}:${colour}:${alt}`

const NAME = /^imported:([0-9a-f]{32}):(\d+)x(\d+):(#[0-9a-f]{6}):(.*)$/s

/** The content's hash and the words of an imported picture; null for one that the project painted. */
export function importedName(name: string): { hash: string; alt: string } | null {
  const [, hash, , , , alt] = NAME.exec(name) ?? []
  return hash !== undefined && alt !== undefined ? { hash, alt } : null
}

/** How pages show it, or null when the name is not an imported picture's. */
export function importedPicture(name: string): Picture | null {
  const [, hash, width, height, colour, alt] = NAME.exec(name) ?? []
  if (hash === undefined || colour === undefined || alt === undefined) return null
  const widths = PICTURE_WIDTHS.filter((wide) => wide <= Number(width))
  return {
    width: Number(width),
    height: Number(height),
    alt,
    colour,
    sources: widths.map((wide) => ({ width: wide, url: `/pictures/${pictureFile(hash, wide)}` })),
  }
}
