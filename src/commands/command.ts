import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig, readConfigWithoutCreating } from '../config/config.ts'
import { reasonOf } from '../reason.ts'
import { StorageError } from './storage.ts'

/** Ends the command with a sentence about what the operator can fix. */
export class CommandError extends Error {}

export function fail(message: string): never {
  throw new CommandError(message)
}

/** The shop's files hold names, addresses and secrets: only its own user reads them. */
export const PRIVATE_UMASK = 0o077

/** Runs a command with the shop's configuration. Only a bug prints a stack. @param createsShop it may save new secrets */
export async function runCommand(work: (config: Config) => Promise<void>, { createsShop = false } = {}) {
  process.umask(PRIVATE_UMASK)
  const read = createsShop ? readConfig : readConfigWithoutCreating
  try {
    await work(read(process.env))
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exit(1)
  }
}

/** The operator's sentence for a known failure. @throws anything else, because it's a bug */
export function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid environment:\n${error.message}`
  if (error instanceof CommandError || error instanceof StorageError) return error.message
  throw error
}

/** Parses the command's arguments. Refuses unknown options by name, and any argument of a command without `usage`. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage = '') {
  try {
    return parseArgs({ options, allowPositionals: usage !== '', strict: true })
  } catch (error) {
    const [reason] = reasonOf(error).split('. ')
    return fail(`${reason}. ${usage}`.trim())
  }
}

export const say = (text: string) => process.stdout.write(`${text}\n`)
