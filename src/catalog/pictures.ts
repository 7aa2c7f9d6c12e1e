import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { importedPicture } from './import/picture-name.ts'

const Manifest = z.record(
  z.string(),
  z.object({
    width: z.number(),
    height: z.number(),
    alt: z.string(),
    colour: z.string(),
    files: z.record(z.string(), z.string()),
  }),
)

/** `colour` fills the space until the picture loads. */
export type Picture = {
  width: number
  height: number
  alt: string
  colour: string
  sources: { width: number; url: string }[]
}

const MANIFEST = 'public/pictures/pictures.json'

let pictures: Map<string, Picture> | null = null

export function findPicture(name: string): Picture | null {
  pictures ??= readPictures()
  return pictures.get(name) ?? importedPicture(name)
}

function readPictures(): Map<string, Picture> {
  if (!existsSync(MANIFEST)) return new Map()
  const manifest = Manifest.parse(JSON.parse(readFileSync(MANIFEST, 'utf8')))
  return new Map(
    Object.entries(manifest).map(([name, { files, ...rest }]) => [
      name,
      { ...rest, sources: sourcesOf(files) },
    ]),
  )
}

const sourcesOf = (files: Record<string, string>) =>
  Object.entries(files)
    .map(([width, file]) => ({
      width: Number(width),
      url: file.startsWith('/') ? file : `/pictures/${file}`,
    }))
    .sort((a, b) => a.width - b.width)
