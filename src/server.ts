import cluster from 'node:cluster'
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { fail, messageOf, PRIVATE_UMASK, readArguments } from './commands/command.ts'
import { readConfig } from './config/config.ts'
import { createLog } from './log.ts'
import { processCount } from './processes/count.ts'
import { supervise } from './processes/supervisor.ts'
import { terminalLog } from './terminal-log.ts'

const COMPILED = '.build/compiled'

await main().catch((error: unknown) => {
  process.stderr.write(`The shop cannot start. ${messageOf(error)}\n`)
  process.exit(1)
})

async function main() {
  process.umask(PRIVATE_UMASK)
  const { values } = readArguments({
    new: { type: 'boolean', default: false },
    'accept-clock': { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
  })
  const count = processCount(values.processes)
  if (count === null) fail(`--processes must be a whole number from 1 to 64, not "${values.processes}".`)
  const config = readConfig(process.env)
  if (count > 1 && cluster.isPrimary) {
    if (config.databasePath === ':memory:')
      fail('DATABASE_PATH: several processes need a file, not :memory:.')
    return supervise(count, createLog(config.logLevel, await terminalLog()))
  }
  keepCompiledCode()
  collectEarly()
  // Loaded here, because a supervisor needs none of it.
  const { serveShop } = await import('./serve-shop.ts')
  await serveShop(config, { isNew: values.new, acceptsClock: values['accept-clock'] })
}

/** V8 would wait for twice the memory that is in use. This saves 30 MB, and took no measurable time. */
function collectEarly() {
  setFlagsFromString('--heap-growing-percent=10')
}

/** For the next start. Without a folder to write, a start only takes longer. Node 20 can't. */
function keepCompiledCode() {
  const { enableCompileCache } = module as typeof module & { enableCompileCache?(folder: string): unknown }
  enableCompileCache?.(COMPILED)
}
