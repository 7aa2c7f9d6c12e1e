import { defineConfig } from 'vitest/config'

/** Files share workers, which load and seed the shop once; test/support/setup.ts tidies up between them. */
const inMemory = { isolate: false, maxWorkers: '100%' }

/** Each has servers and ports of its own, and waits for them half of its time: three keep two cores busy. */
const threeAtATime = { maxWorkers: 3 }

/**
 * What a page shows in time depends on all else that the machine does; such a test may be tried once more, and is
 * named at the end. Never again what a page complained of (`complaints`, `expectAllWell`): once is a fault of the shop.
 */
const onceMore = { count: 1, condition: /^(?!.*to deeply equal (\[\]|\{ state))/s }

/** How long a test waits for what will come: CI's machine may be several times slower than ours. */
const PATIENCE_MS = 30_000

/** One group after another, so that no worker waits for the last file of a project before it starts the next. */
const IN_MEMORY = { groupOrder: 1 }
const WITH_SERVERS = { groupOrder: 2 }

/** Beside the shorter files of their folder; those that take longest are in test/long. */
const LONG_ONES = 'test/**/*.long.test.{ts,tsx}'

/**
 * Five kinds of tests: `unit` (rules and the front door, in memory), which `npm run check` takes alone and in less than
 * a minute; `dom` (pages with their controllers, in jsdom); in memory too, but `long` (a file takes more than half a
 * second); `process` with real servers; `system` with a real browser.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    experimental: { fsModuleCache: true },
    reporters: ['default', './test/support/retry-reporter.ts'],
    setupFiles: ['test/support/setup.ts'],
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: {
          ...inMemory,
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', LONG_ONES, 'test/{dom,long,process,system}/**'],
          testTimeout: 60_000,
          sequence: IN_MEMORY,
        },
      },
      {
        extends: true,
        test: {
          ...inMemory,
          name: 'dom',
          include: ['test/dom/**/*.test.ts'],
          setupFiles: ['test/support/dom-setup.ts'],
          hookTimeout: 120_000,
          testTimeout: 120_000,
          retry: onceMore,
          sequence: IN_MEMORY,
        },
      },
      {
        extends: true,
        test: {
          ...inMemory,
          name: 'long',
          include: ['test/long/**/*.test.{ts,tsx}', LONG_ONES],
          testTimeout: 120_000,
          sequence: IN_MEMORY,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 480_000,
          hookTimeout: 180_000,
          ...threeAtATime,
          sequence: WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          isolate: false, // the files of a worker share its browser
          testTimeout: 180_000,
          hookTimeout: 180_000,
          retry: onceMore,
          ...threeAtATime,
          sequence: WITH_SERVERS,
        },
      },
    ],
  },
})
