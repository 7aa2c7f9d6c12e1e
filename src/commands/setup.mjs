/**
 * Brings a fresh clone to where it can run: dependencies, then a build, each only when something changed. Uses
 * nothing but Node's own modules, because nothing else is there yet. Two starts from one clone take turns.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOCK = '.build-lock'
/** A set-up that has not touched its lock for this long has died. */
const STALE_MS = 30_000
const SOURCES = [
  'src',
  'views',
  'islands',
  'controllers',
  'db',
  'public/styles',
  'build.mjs',
  'tsconfig.json',
  'package.json',
]
const INSTALLED = 'node_modules/.droveway-installed'
const BUILT = '.build/droveway-built'

export async function setUp() {
  requireNode20()
  await whileAlone(() => {
    installWhatIsMissing()
    buildWhatChanged()
  })
}

function requireNode20() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) stop(`Droveway needs Node 20 or newer; this is ${process.version}.`)
}

/** What `node_modules` was installed from, as its stamp says it. */
export const installedStamp = () => digest([readFileSync('package-lock.json')])

/** With development packages: the build is one of them. NODE_ENV=production would leave them out. */
function installWhatIsMissing() {
  const wanted = installedStamp()
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return
  say('Installing dependencies (a minute or two, once) …')
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(INSTALLED, wanted)
}

function buildWhatChanged() {
  const wanted = digest([...sourceFiles()].sort().flatMap((file) => [file, readFileSync(file)]))
  if (existsSync(BUILT) && readFileSync(BUILT, 'utf8') === wanted) return
  say('Building …')
  run(process.execPath, ['build.mjs'])
  writeFileSync(BUILT, wanted)
}

function* sourceFiles(paths = SOURCES) {
  for (const path of paths) {
    if (!existsSync(path)) continue
    if (statSync(path).isDirectory()) yield* sourceFiles(readdirSync(path).map((name) => join(path, name)))
    else yield path
  }
}

function digest(parts) {
  const hash = createHash('sha256').update(process.version)
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** The lock is a directory, which only one process can make. Its holder touches it, so that a dead one is noticed. */
async function whileAlone(work) {
  for (let told = false; !tryLock(); told = true) {
    if (!told) say('Another start is setting up this clone; waiting for it …')
    await pause(300)
  }
  try {
    work()
  } finally {
    rmSync(LOCK, { recursive: true, force: true })
  }
}

function tryLock() {
  try {
    mkdirSync(LOCK)
    writeFileSync(join(LOCK, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned()) rmSync(LOCK, { recursive: true, force: true })
    return false
  }
}

function isAbandoned() {
  try {
    const pid = Number(readFileSync(join(LOCK, 'pid'), 'utf8'))
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    return existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs > STALE_MS
  }
}

export function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env })
  if (error) stop(`${command} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export const say = (text) => process.stdout.write(`${text}\n`)

export function stop(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
