/**
 * Builds the browser's files into public/build (hashed, with a manifest) and the server's into .build.
 * `npm run dev` (src/commands/dev.mjs) rebuilds on change.
 */
import './src/commands/node-version.mjs'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import esbuild from 'esbuild'
import { cutFonts, cutFontsOf } from './src/commands/cut-fonts.mjs'
import { oneApplication, ownRules } from './src/commands/merge-chunks.mjs'
import { readOptions } from './src/commands/options.mjs'

/** For the development server: readable files, plus code that only development needs. */
export const isDevelopment = process.env.NODE_ENV === 'development'
const OUT = 'public/build'

const environment = { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' }

/** Stripe's components bring these along for old browsers. */
const TODAY = {
  _slicedToArray: '(array) => array',
  _objectSpread2: 'Object.assign',
  _defineProperty: '(object, key, value) => Object.assign(object, { [key]: value })',
  _typeof: '(value) => typeof value',
}

/** What Stripe's components tell a developer who uses them wrongly. */
const MISUSES =
  /(['"])(?:Invalid prop `stripe`|Unsupported prop change|Could not find|You cannot wrap)(?:(?!\1).)*\1/g

/**
 * Leaves out a third of what Stripe's components weigh: propTypes, which React 19 ignores, components that no page uses,
 * Stripe's own checkout, messages to developers, and helpers for old browsers.
 */
const onlyUsedElements = {
  name: 'only-used-elements',
  setup: (build) =>
    build.onLoad({ filter: /react-stripe\.esm\.mjs$/ }, ({ path }) => {
      const used = readFileSync(path, 'utf8')
        .replace(/^import PropTypes from .*$/m, '')
        .replace(/^\s*\w+\.propTypes = \{[^}]*\};$/gm, '')
        .replace(MISUSES, (words) => (isDevelopment ? words : "''"))
        .replace(/= createElementComponent\(/g, '= /* @__PURE__ */ createElementComponent(')
        .replace(/if \(checkoutSdk\) \{[\s\S]*?\} else if \(elements\) \{/, 'if (elements) {')
      const contents = Object.entries(TODAY).reduce(
        (code, [name, today]) =>
          code.replace(new RegExp(`^function ${name}\\([\\s\\S]*?^\\}`, 'm'), `const ${name} = ${today}`),
        used,
      )
      return { contents }
    }),
}

/** Scripts and styles of the pages. */
export const pages = {
  entryPoints: [
    'controllers/application.ts',
    'public/styles/application.css',
    'public/styles/back-office.css',
    'public/styles/orders.css',
    'public/styles/first-box.css',
    'public/styles/passport.css',
    'public/styles/gift-cards.css',
    'public/styles/farms.css',
  ],
  outdir: OUT,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2022', 'safari16.4'],
  jsx: 'automatic',
  inject: isDevelopment ? ['controllers/support/live-reload.ts'] : [],
  plugins: [onlyUsedElements, oneApplication, ownRules, cutFonts],
  minify: !isDevelopment,
  metafile: true,
  legalComments: 'external', // licenses go beside the scripts, not into them
  define: environment,
  loader: { '.woff2': 'file', '.svg': 'file', '.webp': 'file' },
  logLevel: 'warning',
}

/** The stand-in's browser script: one classic file, like a provider's. */
export const standInScript = {
  entryPoints: { 'stand-in-stripe': 'src/providers/payments/stand-in/browser/stripe.ts' },
  outdir: '.build',
  bundle: true,
  format: 'iife',
  target: 'es2022',
  minify: !isDevelopment,
  loader: { '.css': 'text' },
  logLevel: 'warning',
}

/** Native code, and a list that is loaded at its first use. Other packages are bundled, for a start in half the time. */
const UNBUNDLED = [
  'better-sqlite3',
  'better-sqlite3-node20',
  'sharp',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
]

/** For packages that are still CommonJS. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** A start reads every map. Packages get an empty one, so that ours stay small. */
const unmappedPackages = {
  name: 'unmapped-packages',
  setup: (build) =>
    build.onLoad({ filter: /node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json,${NO_MAP}`,
    })),
}

const NO_MAP = encodeURIComponent(JSON.stringify({ version: 3, sources: [''], mappings: 'A' }))

/** The server, its commands and the standalone stand-in. */
export const server = {
  entryPoints: {
    server: 'src/server.ts',
    'job-thread': 'src/job-thread.ts',
    'checkpoint-thread': 'db/checkpoint-thread.ts',
    'stand-in': 'src/providers/payments/stand-in/main.ts',
    ...Object.fromEntries(
      readdirSync('src/commands')
        .filter((name) => name.endsWith('.command.ts'))
        .map((name) => [`commands/${basename(name, '.command.ts')}`, join('src/commands', name)]),
    ),
  },
  outdir: '.build',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  external: UNBUNDLED,
  banner: { js: REQUIRE },
  plugins: [unmappedPackages],
  minifySyntax: !isDevelopment,
  minifyWhitespace: !isDevelopment,
  define: environment,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

export async function buildAll() {
  rmSync(OUT, { recursive: true, force: true })
  rmSync('.build', { recursive: true, force: true })
  const [built] = await Promise.all([
    esbuild.build(pages),
    esbuild.build(standInScript),
    esbuild.build(server),
  ])
  finishPages(built.metafile)
}

/** Writes the manifest that leads the server to the hashed files, and compresses them. */
export function finishPages(metafile) {
  const manifest = {
    files: filesOf(metafile),
    scripts: scriptsOf(metafile),
    turboStyleHash: turboStyleHash(),
  }
  // Moved into place, since a running server may read it at any moment.
  writeFileSync(join(OUT, 'manifest.draft'), JSON.stringify(manifest, null, 1))
  renameSync(join(OUT, 'manifest.draft'), join(OUT, 'manifest.json'))
  writeFileSync('.build/metafile.json', JSON.stringify(metafile))
  if (!isDevelopment) for (const name of readdirSync(OUT)) compressFile(join(OUT, name))
}

/** Logical names to hashed files: entries by their source, fonts by their part. */
function filesOf(metafile) {
  const files = {}
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint) files[basename(entryPoint).replace(/\.tsx?$/, '.js')] = relative(OUT, file)
  }
  files['application.js'] = relative(OUT, applicationIn(metafile))
  for (const [name, file] of Object.entries(cutFontsOf(metafile))) files[name] = relative(OUT, file)
  return files
}

/** The page script's static imports, so that the page can preload them all at once. */
const scriptsOf = (metafile) =>
  importsOf(metafile.outputs[applicationIn(metafile)]).map((path) => relative(OUT, path))

/** The entry's own file only imports this chunk, since scripts that load later share all its code. */
function applicationIn({ outputs }) {
  const [file, entry] = Object.entries(outputs).find(
    ([, { entryPoint }]) => entryPoint === 'controllers/application.ts',
  )
  const hasOwnCode = Object.keys(entry.inputs).length > 0
  return hasOwnCode ? file : importsOf(entry)[0]
}

const importsOf = ({ imports }) =>
  imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)

/** Turbo adds a style element for its progress bar. The CSP allows it by its hash, which a new Turbo may change. */
function turboStyleHash() {
  const source = readFileSync('node_modules/@hotwired/turbo/dist/turbo.es2017-esm.js', 'utf8')
  const style = /static get defaultCSS\(\) \{[^`]*?return unindent`([\s\S]*?)`;?\s*\}/.exec(source)?.[1]
  if (!style) throw new Error('the style of the progress bar was not found in Turbo')
  const duration = Number(/static animationDuration = (\d+)/.exec(source)?.[1] ?? 300)
  const css = unindent(
    style.replace(/\$\{ProgressBar\.animationDuration( \/ 2)?\}/g, (_, half) =>
      String(half ? duration / 2 : duration),
    ),
  )
  return createHash('sha256').update(css).digest('base64')
}

/** Turbo's own way of stripping indents. */
function unindent(text) {
  const lines = text.replace(/^\n/, '').split('\n')
  const indent = /^\s+/.exec(lines[0])?.[0].length ?? 0
  return lines.map((line) => line.slice(indent)).join('\n')
}

function compressFile(file) {
  if (!/\.(js|css|svg|json)$/.test(file)) return
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readOptions()
  await buildAll()
}
