import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const Manifest = z.object({ files: z.record(z.string(), z.string()), turboStyleHash: z.string() })

/** Where the build put things: logical names ('application.js') to hashed addresses. */
export type Assets = { url(name: string): string; turboStyleHash: string }

const MANIFEST = 'public/build/manifest.json'

export function readAssets(): Assets {
  if (!existsSync(MANIFEST)) throw new Error(`${MANIFEST} is missing: run "npm run build"`)
  return toAssets(Manifest.parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))))
}

/** For tests that render pages without a build. */
export const unbuiltAssets: Assets = { url: (name) => `/build/${name}`, turboStyleHash: 'none' }

function toAssets({ files, turboStyleHash }: z.infer<typeof Manifest>): Assets {
  return {
    turboStyleHash,
    url(name) {
      const file = files[name]
      if (!file) throw new Error(`the build made no ${name}`)
      return `/build/${file}`
    },
  }
}
