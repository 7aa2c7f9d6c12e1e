/**
 * Makes a fresh clone ready to run: packages, then a build, each only when something changed. Uses only Node's own
 * modules, because nothing else is installed yet. Two starts from one clone take turns.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installWhatIsMissing } from './install.mjs'
import { run, say } from './process.mjs'

const LOCK = '.build-lock'
/** A lock this old that names no process was left by a setup that died while making it. */
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
const BUILT = '.build/droveway-built'

/** @param also more setup that needs only the packages */
export async function setUp(also = async () => {}) {
  await whileAlone(() =>
    installWhatIsMissing(async () => {
      buildWhatChanged()
      await also()
    }),
  )
}

export const installPackages = () => whileAlone(() => installWhatIsMissing())

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
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** The lock is a directory, which only one process can create; a dead holder's is taken away. */
async function whileAlone(work) {
  for (let announced = false; !tryLock(); announced = true) {
    if (!announced) say('Another start is setting up this clone; waiting for it …')
    await pause(300)
  }
  try {
    await work()
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
