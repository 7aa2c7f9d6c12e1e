import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { until } from '../support/child.ts'
import { withProcesses } from '../support/processes.ts'

/** A first start builds everything, which takes a minute while other tests keep the machine busy. */
const START_MS = 180_000
const TEST_MS = 480_000

const clones: string[] = []
afterEach(() => {
  for (const clone of clones.splice(0)) rmSync(clone, { recursive: true, force: true })
})

/** Copies the tracked files to a folder, with links to the installed packages and nothing built. */
function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-clone-'))
  clones.push(folder)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of files.split('\n').filter((name) => name && !name.startsWith('public/pictures/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  symlinkSync(join(process.cwd(), 'public/pictures'), join(folder, 'public/pictures'))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules')) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

/** Runs `npm start` in a clone. */
function npmStart(cwd: string, port: number) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', ['start'], { cwd, env: { PATH, HOME, PORT: String(port), LOG_LEVEL: 'error' } })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, exited, output: () => output }
}

test('OPS-1 on a fresh clone npm start builds, migrates, seeds and serves; a second start only serves', {
  timeout: TEST_MS,
}, async () => {
  await withProcesses(async ({ freePort }) => {
    const [clone, port] = [freshClone(), await freePort()]
    const isReady = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    const first = npmStart(clone, port)
    await until('the first start serves', isReady, START_MS)
    const home = await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' } })
    expect(await home.text()).toContain('Winter Braising Share')
    expect(first.output()).toContain('Building')
    first.child.kill('SIGTERM')
    await first.exited
    await until('nobody listens any more', async () => !(await isReady()))

    const built = statSync(join(clone, '.build/server.js')).mtimeMs
    const second = npmStart(clone, port)
    await until('the second start serves', isReady, START_MS)
    second.child.kill('SIGTERM')
    await second.exited
    expect(second.output()).not.toContain('Building')
    expect(statSync(join(clone, '.build/server.js')).mtimeMs).toBe(built)
  })
})

test(
  'OPS-13 npm run dev reloads open pages, shows the source of a bug, and leaves nothing on its port',
  {
    timeout: TEST_MS,
  },
  () =>
    withProcesses(async ({ freePort, run }) => {
      const [clone, port] = [freshClone(), await freePort()]
      const origin = `http://localhost:${port}`
      const page = (path: string) => fetch(origin + path, { headers: { accept: 'text/html' } })
      const answers = () =>
        page('/healthz').then(
          (response) => response.ok,
          () => false,
        )
      const dev = run('npm', ['run', 'dev', '--prefix', clone], { PORT: String(port), LOG_LEVEL: 'error' })
      await until('the development server answers', answers, START_MS)

      const styles = async () => /application-\w+\.css/.exec(await (await page('/')).text())?.[0]
      const [served, builds] = [await styles(), (await fetch(`${origin}/dev/reload`)).body!.getReader()]
      const first = await nextEvent(builds)
      appendFileSync(join(clone, 'public/styles/application.css'), '\nbody { outline-color: red }\n')
      expect(await nextEvent(builds)).not.toBe(first)
      expect(await styles()).not.toBe(served)

      const terms = join(clone, 'views/page/terms-page.tsx')
      const faulty = "() => {\n  throw new Error('left unfinished')\n}"
      writeFileSync(terms, `import type { FC } from 'hono/jsx'\n\nexport const TermsPage: FC = ${faulty}\n`)
      await until(
        'the bug is served',
        async () => (await page('/terms').catch(() => null))?.status === 500,
        START_MS,
      )
      const html = await (await page('/terms')).text()
      expect(html).toContain('<h2>views/page/terms-page.tsx:4:9</h2>')
      expect(html).toMatch(/<mark>.*throw new Error\(.*left unfinished.*<\/mark>/)

      dev.kill('SIGTERM')
      await dev.exited
      await until('nobody listens any more', async () => !(await answers()))
    }),
)

/** @throws if none arrives in time */
async function nextEvent(stream: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const late = setTimeout(() => void stream.cancel(), START_MS)
  const { value, done } = await stream.read()
  clearTimeout(late)
  if (done) throw new Error('the stream of builds ended without another event')
  return new TextDecoder().decode(value)
}
