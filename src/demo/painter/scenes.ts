import type { CutPicture, Landscape } from './scene.ts'
import scenes from './scenes.json' with { type: 'json' }

// Safe: scenes.json is ours, and the painter's tests paint every scene.
const { farms, varieties } = scenes as unknown as {
  farms: Record<string, Landscape>
  varieties: Record<string, CutPicture>
}

export const landscapeOf = (farmSlug: string) => sceneFor(farms, farmSlug)

export const pictureOf = (varietySlug: string) => sceneFor(varieties, varietySlug)

function sceneFor<T>(all: Record<string, T>, slug: string): T {
  const scene = all[slug]
  if (scene === undefined) throw new Error(`${slug} has no scene in scenes.json`)
  return scene
}
