import { statSync } from 'node:fs'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { MANIFEST } from '../assets.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'

const POLL_MS = 100

/** Tells open pages which build is served (controllers/support/live-reload.ts). Only under `npm run dev`. */
export const reloadRoutes = new Hono<AppEnv>()

reloadRoutes.get(paths.reload(), (c) => {
  const { lifecycle } = c.var.services
  return streamSSE(c, async (stream) => {
    let sent = ''
    // Ends with the server: an open stream would hold up its restart.
    while (!stream.aborted && !lifecycle.stopping) {
      const build = currentBuild()
      if (build !== sent) await stream.writeSSE({ event: 'build', data: build })
      sent = build
      await stream.sleep(POLL_MS)
    }
  })
})

/** Changes with the server and with the pages' scripts and styles. */
const currentBuild = () => `${process.pid}-${statSync(MANIFEST, { throwIfNoEntry: false })?.mtimeMs ?? 0}`
