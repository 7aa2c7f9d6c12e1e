import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/accounts.ts'

/** Prints the shop's URL and, in a demo, the outbox and the accounts. */
export function printWelcome(config: Config, log: Logger) {
  log.info({ url: config.appUrl }, 'listening')
  const lines = [`${config.store.name} is open at ${config.appUrl}`]
  if (config.demo) lines.push(`Emails and texts: ${config.appUrl}/outbox`, ...demoAccounts())
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\n`)
}

const demoAccounts = () => [
  `Demo accounts, all with the password ${DEMO_PASSWORD}:`,
  ...DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(26)}${role?.role ?? 'shopper'}`),
]
