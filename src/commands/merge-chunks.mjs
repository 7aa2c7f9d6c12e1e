/**
 * Fewer files for a page: each costs a request, 900 bytes of headers, and what its code would compress better beside
 * the rest. esbuild makes a chunk for every set of entry points that share code, so these rules leave fewer such sets.
 */
import { readFileSync } from 'node:fs'
import { extname, relative, resolve } from 'node:path'

const APPLICATION = resolve('controllers/application.ts')
const LOADERS = { '.ts': 'ts', '.tsx': 'tsx', '.js': 'js', '.mjs': 'js' }

/**
 * Modules without state, components, and the provider's, which no page takes from an island and a controller at once. What else
 * they share may have state, so it stays one module.
 */
const COPIED =
  /^(src\/|islands\/shared\/([a-z-]+\.tsx|provider\.ts|appearance\.ts|api\.ts)$|node_modules\/@stripe\/stripe-js\/)/

/** What is loaded later says that the page's script comes first, so that all of that script is one set. */
export const oneApplication = {
  name: 'one-application',
  setup(build) {
    const loadedLater = new Set()
    build.onResolve({ filter: /./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData) return
      const resolved = await build.resolve(path, { kind, resolveDir, pluginData: 'once' })
      loadedLater.add(resolved.path)
      return resolved
    })
    build.onLoad({ filter: /\.m?[jt]sx?$/ }, ({ path }) => {
      if (!loadedLater.has(path)) return
      const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(APPLICATION)}\n`
      return { contents, loader: LOADERS[extname(path)] }
    })
  },
}

/** An island has its own copy of a rule that a controller of another page has too. */
export const ownRules = {
  name: 'own-rules',
  setup(build) {
    build.onResolve(
      { filter: /^([#.]|@stripe)/ },
      async ({ path, importer, kind, resolveDir, pluginData }) => {
        const island =
          pluginData?.island ??
          /^islands\/(checkout|product-detail|export-dialog)\//.exec(relative('.', importer))?.[1]
        if (!island || pluginData?.isResolved || kind !== 'import-statement') return
        const resolved = await build.resolve(path, { kind, resolveDir, pluginData: { isResolved: true } })
        if (!COPIED.test(relative('.', resolved.path))) return resolved
        return { path: resolved.path, suffix: `?${island}`, pluginData: { island } }
      },
    )
    build.onLoad({ filter: /\.(tsx?|mjs)$/ }, ({ path, suffix, pluginData }) =>
      suffix
        ? { contents: readFileSync(path, 'utf8'), loader: LOADERS[extname(path)], pluginData }
        : undefined,
    )
  },
}
