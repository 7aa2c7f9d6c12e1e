import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** `npm test` finds a browser and sets CHROMIUM; a test run by hand uses the system's. */
const path =
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

let shared: Promise<Browser> | undefined

/**
 * A headless Chromium that makes no requests of its own. The test files of a worker share it, each with its own
 * contexts; it closes with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= launch()
  return shared
}

/** Closes the contexts that a failed test left open. */
export const closeWindows = async () =>
  void (await Promise.all((await sharedBrowser()).contexts().map((context) => context.close())))

/**
 * Playwright's own disabled features, repeated because only the last list counts, plus two WebUI pages that a new
 * Chromium opens behind the address bar of every window, which cost as much as the shop's page.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

function launch(): Promise<Browser> {
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
      `--disable-features=${WITHOUT.join(',')}`,
    ],
  })
}
