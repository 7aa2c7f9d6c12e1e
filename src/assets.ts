import { existsSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

const Manifest = z.object({
  files: z.record(z.string(), z.string()),
  scripts: z.array(z.string()),
  turboStyleHash: z.string(),
})

export type Assets = {
  /** The hashed URL of a logical name, such as 'application.js'. */
  url(name: string): string
  /** URLs of application.js's static imports. */
  scripts: string[]
  turboStyleHash: string
}

export const MANIFEST = 'public/build/manifest.json'

export function readAssets(): Assets {
  if (!existsSync(MANIFEST)) throw new Error(`${MANIFEST} is missing: run "npm run build"`)
  return toAssets(Manifest.parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))))
}

/** For `npm run dev`: follows the builds, which give scripts and styles new names while the server runs. */
export function readChangingAssets(): Assets {
  let [current, builtAt] = [readAssets(), 0]
  const latest = () => {
    const { mtimeMs } = statSync(MANIFEST)
    if (mtimeMs !== builtAt) [current, builtAt] = [readAssets(), mtimeMs]
    return current
  }
  return {
    url: (name) => latest().url(name),
    get scripts() {
      return latest().scripts
    },
    get turboStyleHash() {
      return latest().turboStyleHash
    },
  }
}

export const unbuiltAssets: Assets = { url: (name) => `/build/${name}`, scripts: [], turboStyleHash: 'none' }

function toAssets({ files, scripts, turboStyleHash }: z.infer<typeof Manifest>): Assets {
  return {
    turboStyleHash,
    scripts: scripts.map((file) => `/build/${file}`),
    url(name) {
      const file = files[name]
      if (!file) throw new Error(`the build has no ${name}`)
      return `/build/${file}`
    },
  }
}
