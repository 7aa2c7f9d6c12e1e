/** The list of what has been painted: read by the shop to show pictures, and by the painter to skip what has not changed. */
import { readFileSync } from 'node:fs'

export const WIDTHS = [480, 800, 1280] as const

export type PictureEntry = {
  width: number
  height: number
  alt: string
  /** The picture's mean colour, for the time before it loads. */
  colour: string
  /** Addresses by width. */
  files: Record<string, string>
  /** Of the data it was painted from. */
  hash: string
}

export type Manifest = Record<string, PictureEntry>

export const MANIFEST_PATH = 'public/pictures/pictures.json'

/** Empty when nothing has been painted yet. */
export function readManifest(path = MANIFEST_PATH): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
