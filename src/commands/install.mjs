/** Installs the lock file's packages unless they are already there. Uses only Node's own modules. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { say, stop } from './process.mjs'

const SAY_EVERY_MS = process.stdout.isTTY ? 500 : 15_000
const PING_MS = 5_000

/** @param meanwhile more setup, done while the driver compiles; it needs the packages, but not the driver */
export async function installWhatIsMissing(meanwhile = async () => {}) {
  const wanted = packagesOf('package-lock.json')
  if (!isInstalled(wanted)) await install(wanted)
  const compiled = compileNode20Driver()
  await meanwhile()
  await compiled
}

/** Compares with npm's record of what it installed. Optional packages may be for other machines. */
function isInstalled(wanted) {
  const there = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => optional || there[path]?.version === version,
  )
}

function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return {}
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''))
}

/** Includes development packages, which the build needs; NODE_ENV=production would leave them out. */
async function install(wanted) {
  if (!(await canReachRegistry())) {
    stop(`The npm registry (${registry()}) cannot be reached, and the packages are not installed yet.`)
  }
  const paths = Object.keys(wanted)
  const began = Date.now()
  const progress = () => {
    const count = paths.filter((path) => existsSync(`${path}/package.json`)).length
    const seconds = Math.round((Date.now() - began) / 1000)
    const line = `Installing packages: ${count} of ${paths.length}, ${seconds} s`
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`)
  }
  say('Installing packages (once, about a minute) …')
  const saying = setInterval(progress, SAY_EVERY_MS)
  const status = await npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund')
  clearInterval(saying)
  if (process.stdout.isTTY) process.stdout.write('\n')
  if (status !== 0) process.exit(status ?? 1)
}

const npm = (...args) =>
  new Promise((resolve) => {
    const running = spawn('npm', [...args, '--loglevel=error'], { stdio: 'inherit' })
    running.on('error', (error) => stop(`npm could not be run: ${error.message}`))
    running.on('close', resolve)
  })

const registry = () =>
  spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Not checked behind a proxy, because `fetch` would not use it and npm does. */
async function canReachRegistry() {
  const { env } = process
  if (['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => env[name])) return true
  try {
    await fetch(registry(), { method: 'HEAD', signal: AbortSignal.timeout(PING_MS) })
    return true
  } catch {
    return false
  }
}

const NODE_20_DRIVER = 'node_modules/better-sqlite3-node20/build/Release/better_sqlite3.node'

/** Newer versions of Node use a prebuilt driver; see db/driver.mjs. */
async function compileNode20Driver() {
  if (!process.version.startsWith('v20.') || existsSync(NODE_20_DRIVER)) return
  say('Compiling the SQLite driver for Node 20 (once, about a minute; newer versions of Node skip this) …')
  const status = await npm('rebuild', 'better-sqlite3-node20', '--ignore-scripts=false')
  if (status !== 0) process.exit(status ?? 1)
}
