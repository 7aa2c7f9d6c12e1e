/**
 * `npm run dev`: builds, serves, and rebuilds on change. The server restarts when its own files changed; open pages
 * reload by themselves once it answers again (controllers/application.ts, src/dev/reload-routes.ts).
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { installWhatIsMissing } from './install.mjs'
import { readOptions } from './options.mjs'

readOptions()
process.env.NODE_ENV = 'development'
const SETTLE_MS = 50

await installWhatIsMissing()
const { default: esbuild } = await import('esbuild')
const { buildAll, finishPages, pages, server, standInScript } = await import('../../build.mjs')

let child = null
let isStopping = false
let starting
let restarted = Promise.resolve()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.once(signal, async () => {
    isStopping = true
    clearTimeout(starting)
    await stopServer()
    // In the midst of a build it would outlive us and keep our output open.
    await esbuild.stop()
    process.exit(0)
  })
}

const builtAt = Date.now()
await buildAll()
start()

const contexts = await Promise.all([
  esbuild.context({
    ...pages,
    plugins: [...pages.plugins, whenRebuilt(({ metafile }) => finishPages(metafile))],
  }),
  esbuild.context({ ...standInScript, metafile: true, plugins: [whenRebuilt(restart)] }),
  esbuild.context({ ...server, metafile: true, plugins: [...server.plugins, whenRebuilt(restart)] }),
])
await Promise.all(contexts.map((context) => context.watch()))

/**
 * Skips failed builds: esbuild has printed their errors, and the old server keeps running. The first one repeats
 * what is served, unless a file was saved in between.
 */
function whenRebuilt(act) {
  let isFirst = true
  return {
    name: 'when-rebuilt',
    setup(build) {
      build.onEnd((result) => {
        const isNew = !isFirst || Object.keys(result.metafile?.inputs ?? {}).some(isNewerThanBuild)
        isFirst = false
        if (isNew && result.errors.length === 0) act(result)
      })
    },
  }
}

const isNewerThanBuild = (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > builtAt

function start() {
  child = spawn(process.execPath, ['--enable-source-maps', '.build/server.js'], { stdio: 'inherit' })
}

/** Two builds may finish together, so they share a restart. One that finishes later waits for it: the port is one. */
function restart() {
  clearTimeout(starting)
  starting = setTimeout(() => {
    restarted = restarted.then(async () => {
      await stopServer()
      if (!isStopping) start()
    })
  }, SETTLE_MS)
}

function stopServer() {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}
