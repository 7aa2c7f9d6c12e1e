import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '#db/driver.mjs'
import { type Processes, withProcesses } from '../support/processes.ts'

/** A built program's output; expects it to exit with 1 and without a stack trace. */
async function sentenceOf(
  processes: Processes,
  program: string,
  env: Record<string, string>,
  args: string[] = [],
) {
  const started = processes.node(['src/commands/run.mjs', program, ...args], { LOG_LEVEL: 'error', ...env })
  expect(await started.exited).toBe(1)
  expect(started.output()).not.toMatch(/\n\s+at /)
  return started.output()
}

test.each(['1', '2'])('OPS-13 with %s processes a port in use is named, with the fix', (count) =>
  withProcesses(async (processes) => {
    const port = await processes.freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const databasePath = await processes.database('shop')
    const env = { PORT: String(port), DATABASE_PATH: databasePath }
    const said = await sentenceOf(processes, 'server', env, ['--processes', count])
    other.close()
    expect(said).toContain(`Port ${port} is taken`)
    expect(said).toContain('set PORT')
  }),
)

test.each(['0', 'two', '65', '1.5'])('OPS-13 OPS-14 %s processes are refused with a message', (count) =>
  withProcesses(async (processes) => {
    const databasePath = join(processes.folder, 'none.sqlite3')
    const said = await sentenceOf(processes, 'server', { DATABASE_PATH: databasePath }, [
      '--processes',
      count,
    ])
    expect(said).toContain(`--processes must be a whole number from 1 to 64, not "${count}"`)
    expect(existsSync(databasePath)).toBe(false)
  }),
)

test("OPS-13 a file that isn't a database is named", () =>
  withProcesses(async (processes) => {
    const file = join(processes.folder, 'notes.txt')
    writeFileSync(file, 'A long enough text that is surely no database of SQLite. '.repeat(20))
    for (const program of ['server', 'commands/migrate'])
      expect(await sentenceOf(processes, program, { DATABASE_PATH: file })).toContain(
        `${file} is not a database`,
      )
  }))

test("OPS-13 a folder that can't be created is named right away", () =>
  withProcesses(async (processes) => {
    const env = { DATABASE_PATH: '/proc/nothing/here/shop.sqlite3', STORAGE_PATH: processes.folder }
    expect(await sentenceOf(processes, 'server', env)).toContain(
      'DATABASE_PATH: the folder /proc/nothing/here',
    )
  }))

test.each(['seed', 'migrate', 'backup', 'restore', 'clock', 'catalog', 'doctor', 'staff'])(
  'OPS-8 OPS-13 %s names an unknown option and does nothing',
  (command) =>
    withProcesses(async (processes) => {
      const databasePath = join(processes.folder, 'none.sqlite3')
      const said = await sentenceOf(processes, `commands/${command}`, { DATABASE_PATH: databasePath }, [
        '--nonsense',
      ])
      expect(said).toContain("Unknown option '--nonsense'")
    }),
)

test.each([['jobs', 'list'], ['staff', 'list'], ['catalog', 'export', '/tmp/never-written.json'], ['clock']])(
  'OPS-8 OPS-13 %s names the path that has no shop, and creates nothing there',
  (command, ...args) =>
    withProcesses(async (processes) => {
      const databasePath = join(processes.folder, 'missing', 'shop.sqlite3')
      const env = { DATABASE_PATH: databasePath }
      expect(await sentenceOf(processes, `commands/${command}`, env, args)).toContain(
        `there is no shop at ${databasePath}`,
      )
      expect(existsSync(join(databasePath, '..'))).toBe(false)
    }),
)

test.each(['doctor', 'backup'])('OPS-8 OPS-13 %s names the path that has no shop', (command) =>
  withProcesses(async (processes) => {
    const folder = join(processes.folder, 'missing')
    const args = command === 'backup' ? [join(processes.folder, 'monday.sqlite3')] : []
    const databasePath = join(folder, 'shop.sqlite3')
    expect(
      await sentenceOf(processes, `commands/${command}`, { DATABASE_PATH: databasePath }, args),
    ).toContain(`there is no shop at ${databasePath}`)
    expect(existsSync(folder)).toBe(false)
  }),
)

test('OPS-8 OPS-13 an unsuitable path is named in one plain sentence', () =>
  withProcesses(async (processes) => {
    const { folder } = processes
    const foreign = join(folder, 'foreign.sqlite3')
    new Database(foreign).exec('create table notes (text)').close()
    const env = {
      DATABASE_PATH: await processes.database('shop'),
      PORT: String(await processes.freePort()),
    }
    for (const [command, args, sentence] of [
      ['backup', [folder], `Nothing was backed up: ${folder} is a folder; name a file in it.`],
      [
        'backup',
        [join(folder, 'nope/x')],
        `Nothing was backed up: there is no folder ${join(folder, 'nope')}.`,
      ],
      [
        'backup',
        ['/proc/x'],
        `Nothing was backed up: ${env.DATABASE_PATH} can’t be copied to /proc/x.part (unable to open database file).`,
      ],
      ['restore', [folder], `Nothing was restored: ${folder} is a folder; name a file in it.`],
      ['restore', [foreign], "Nothing was restored: the file is not a shop's database."],
      ['catalog', ['import', join(folder, 'x.csv')], `There is no file ${join(folder, 'x.csv')}.`],
      ['catalog', ['export', join(folder, 'nope/x.json')], `There is no folder ${join(folder, 'nope')}.`],
    ] as const)
      expect(await sentenceOf(processes, `commands/${command}`, env, [...args])).toBe(`${sentence}\n`)
    expect(existsSync(join(folder, 'nope'))).toBe(false)
  }))

test("OPS-8 OPS-13 a restore that can't read or write its files says why, without a stack", () =>
  withProcesses(async (processes) => {
    const { folder } = processes
    const backup = await processes.database('monday')
    const databasePath = join(folder, 'shop.sqlite3')
    const restored = (path: string, file: string) =>
      sentenceOf(processes, 'commands/restore', { DATABASE_PATH: path }, [file])
    expect(await restored(folder, backup)).toBe(
      `DATABASE_PATH: ${folder} is a folder; name the database file in it.\n`,
    )
    const socket = createServer().listen(join(folder, 'unreadable.sqlite3'))
    const said = await restored(databasePath, join(folder, 'unreadable.sqlite3'))
    socket.close()
    expect(said).toMatch(/^Nothing was restored: E.*unreadable\.sqlite3/)
    expect(existsSync(databasePath)).toBe(false)
  }))

test('OPS-8 OPS-13 a command waits for a locked database, then says that another program is using it', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('locked')
    const holder = new Database(databasePath)
    holder.exec('begin immediate')
    const env = { DATABASE_PATH: databasePath, PORT: String(await processes.freePort()) }
    const said = await Promise.all([
      sentenceOf(processes, 'commands/staff', env, ['list']),
      sentenceOf(processes, 'server', env),
    ])
    holder.close()
    for (const sentence of said)
      expect(sentence).toContain(
        `DATABASE_PATH: another program is writing to ${databasePath}. Stop it, or try again when it's done.`,
      )
  }))

test('OPS-13 starting before a build says what to run', () =>
  withProcesses(async (processes) => {
    expect(await sentenceOf(processes, 'no-such-program', {})).toContain('npm run build')
  }))

/** A script that makes Node report another version, deleted after the test. */
function pretendToBe(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pretend = join(folder, 'pretend.mjs')
  writeFileSync(
    pretend,
    `Object.defineProperty(process.versions, 'node', { value: '${version.slice(1)}' })
     Object.defineProperty(process, 'version', { value: '${version}' })`,
  )
  return pretend
}

const runBy = (pretend: string, file: string) =>
  execFileSync(process.execPath, ['--import', pretend, file], { encoding: 'utf8', stdio: 'pipe' })

test('OPS-7 every command refuses an older Node with a message', () => {
  const pretend = pretendToBe('v18.20.8')
  const { scripts } = JSON.parse(execFileSync('npm', ['pkg', 'get', '--json'], { encoding: 'utf8' })) as {
    scripts: Record<string, string>
  }
  for (const [name, script] of Object.entries(scripts)) {
    const [file] = /src\/commands\/[a-z-]+\.mjs|build\.mjs/.exec(script) ?? []
    expect(file, `${name} checks Node first`).toBeDefined()
    expect(() => runBy(pretend, file ?? ''), name).toThrow('this is v18.20.8')
  }
})

test.each(['v20.10.0', 'v21.7.3', 'v22.11.0'])('OPS-7 Node %s is refused', (version) => {
  const pretend = pretendToBe(version)
  expect(() => runBy(pretend, 'src/commands/start.mjs')).toThrow(`this is ${version}`)
})

test('OPS-8 doctor exits with 1 and reports it in JSON when something is wrong, and with 0 next to a running shop', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('doctor')
    await processes.server({ databasePath })
    const doctor = async (path: string) => {
      const command = processes.node(['.build/commands/doctor.js', '--json'], { DATABASE_PATH: path })
      return { code: await command.exited, ...(JSON.parse(command.output()) as Record<string, unknown>) }
    }
    expect(await doctor(databasePath)).toMatchObject({ code: 0, ok: true, ledgers: { differences: [] } })
    expect(await doctor(`${databasePath}.gone`)).toMatchObject({ code: 1, ok: false })
  }))

test.each(['start.mjs', 'dev.mjs', 'help.mjs', '../../build.mjs', 'run.mjs server'])(
  'OPS-8 %s names an unknown option and does nothing',
  (script) => {
    const [file = '', ...args] = `src/commands/${script}`.split(' ')
    const run = () =>
      execFileSync(process.execPath, [file, ...args, '--nonsense'], { encoding: 'utf8', stdio: 'pipe' })
    expect(run).toThrow("Unknown option '--nonsense'")
  },
)
