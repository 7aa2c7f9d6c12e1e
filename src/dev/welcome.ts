import type { Logger } from 'pino'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/seeds/accounts.ts'
import type { Config } from '../config.ts'

/** Where the shop is, for whoever just started it. A demo also says how to be somebody in it. */
export function printWelcome(config: Config, log: Logger) {
  log.info({ url: config.appUrl }, 'listening')
  const lines = [`${config.store.name} is open at ${config.appUrl}`]
  if (config.demo) {
    lines.push(`Mails and texts: ${config.appUrl}/outbox`)
    lines.push(`Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map((account) => account.email).join(', ')}`)
  }
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\n`)
}
