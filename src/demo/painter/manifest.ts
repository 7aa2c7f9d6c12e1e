/** The list of painted pictures. The shop reads it to show them, the painter to skip unchanged ones. */
import { readFileSync } from 'node:fs'

export const WIDTHS = [480, 800, 1280] as const

export type PictureEntry = {
  width: number
  height: number
  alt: string
  /** Mean color, shown until the picture loads. */
  colour: string
  files: Record<string, string>
  hash: string
}

export type Manifest = Record<string, PictureEntry>

export const MANIFEST_PATH = 'public/pictures/pictures.json'

export function readManifest(path = MANIFEST_PATH): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
