import type { CutPicture, Landscape } from './scene.ts'
import scenes from './scenes.json' with { type: 'json' }

// A file of ours: its shape is what the types say, and the painter's tests paint from all of it.
const { farms, varieties } = scenes as unknown as {
  farms: Record<string, Landscape>
  varieties: Record<string, CutPicture>
}

/** What a farm's picture is painted from. */
export const landscapeOf = (farmSlug: string) => found(farms, farmSlug)

/** What a variety's pictures are painted from. */
export const pictureOf = (varietySlug: string) => found(varieties, varietySlug)

function found<T>(all: Record<string, T>, slug: string): T {
  const one = all[slug]
  if (one === undefined) throw new Error(`${slug} has no picture to be painted from`)
  return one
}
