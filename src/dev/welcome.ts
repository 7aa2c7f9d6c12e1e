import type { Logger } from 'pino'
import type { Config } from '../config.ts'

/** Where the shop is, for whoever just started it. A demo also says where its mail is. */
export function printWelcome(config: Config, log: Logger) {
  log.info({ url: config.appUrl }, 'listening')
  const lines = [`${config.store.name} is open at ${config.appUrl}`]
  if (config.demo) lines.push(`Mails and texts: ${config.appUrl}/outbox`)
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\n`)
}
