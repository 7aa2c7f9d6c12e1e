import { inspectRoutes } from 'hono/dev'
import { openDatabase } from '#db/client.ts'
import { createApp } from '../app.tsx'
import { unbuiltAssets } from '../assets.ts'
import { createServices } from '../compose.ts'
import { readConfig } from '../config/config.ts'

/** `npm run routes`: every address the shop answers. */
const services = createServices(readConfig(process.env), openDatabase(':memory:'), unbuiltAssets, null)
const lines = inspectRoutes(createApp(services))
  .filter((route) => !route.isMiddleware)
  .map((route) => `${route.method.padEnd(7)}${route.path}`)
process.stdout.write(
  `${[...new Set(lines)].sort((a, b) => a.slice(7).localeCompare(b.slice(7))).join('\n')}\n`,
)
