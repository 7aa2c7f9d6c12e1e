import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** `npm test` finds one and says so; a single test run by hand takes the system's. */
const path =
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

let shared: Promise<Browser> | undefined

/**
 * A headless Chromium that calls nobody but the pages it is shown. The files of a worker share it, each with windows
 * (contexts) of its own; it ends with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= launch()
  return shared
}

/** What a file of tests leaves open when one of them fails. */
export const closeWindows = async () =>
  void (await Promise.all((await sharedBrowser()).contexts().map((context) => context.close())))

/**
 * What Playwright switches off itself, said again since only the last list counts, and what a new Chromium shows in
 * every window: two pages of its own behind the address line, which cost as much as the shop's page beside them.
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
