import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { closeWindows, sharedBrowser } from './browser.ts'
import { type Server, withProcesses } from './processes.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** A running shop and a browser, shared by the tests of a file or describe block, and closed after them. */
export function openShop(name: string, env: Record<string, string> = {}) {
  let browser: Browser
  let server: Server
  let endScene = () => {}
  let playing: Promise<void>

  beforeAll(async () => {
    browser = await sharedBrowser()
    await new Promise<void>((begun, failed) => {
      playing = withProcesses(async (processes) => {
        server = await processes.server({ databasePath: await processes.database(name), env })
        begun()
        await new Promise<void>((end) => {
          endScene = end
        })
      })
      playing.catch(failed)
    })
  })

  afterAll(async () => {
    await closeWindows()
    endScene()
    await playing
  })

  return {
    /** A visitor with their own browser, at this shop or, once another is running, at that one. */
    visit: (options?: BrowserContextOptions, at: Server = server): Promise<Visitor> =>
      createVisitor(browser, originOf(at), options),
    server: () => server,
    /** This shop's database, for what no page can do yet. */
    databasePath: () => server.databasePath,
  }
}

const originOf = ({ port }: Server) => `http://localhost:${port}`
