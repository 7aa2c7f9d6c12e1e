/** `npm test`: sets up, finds a browser, runs every test. Passes arguments on: `npm test -- test/cart`. */
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, say, stop } from './process.mjs'
import { setUp } from './setup.mjs'

await setUp(async () => {
  process.env.CHROMIUM = await findChromium()
})
run(process.execPath, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/vitest.config.ts',
  ...process.argv.slice(2),
])

/** Playwright's own Chromium, else the system's, else installs one. */
async function findChromium() {
  const found = process.env.CHROMIUM ?? (await playwrightsOwn()) ?? systems()
  if (found) return found
  say('No Chromium found; installing one for the browser tests …')
  quietly(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  const downloaded = await playwrightsOwn()
  if (downloaded) return downloaded
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  quietly(...command([...asRoot, 'apt-get', 'update']))
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser']) {
    // Some layouts are measured in these fallback fonts.
    const packages = [name, 'fonts-liberation']
    quietly(...command([...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', ...packages]))
    const installed = systems()
    if (installed) return installed
  }
  stop('The browser tests need Chromium: install it with your package manager, or set CHROMIUM to its path.')
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

function systems() {
  return [
    '/usr/bin/chromium-headless-shell', // the same engine without windows: a fifth faster
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(existsSync)
}

function quietly(name, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(name, args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 300_000 }).status === 0
}

function command([name, ...args]) {
  return [name, args]
}
