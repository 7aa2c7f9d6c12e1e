import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** `npm test` finds one and says so; a single test run by hand takes the system's. */
const path = process.env.CHROMIUM ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)

/** A headless Chromium that calls nobody but the pages it is shown. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
