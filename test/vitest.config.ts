import { defineConfig } from 'vitest/config'

/** Files share workers, which load and seed the shop once; test/support/setup.ts cleans up between files. */
const inMemory = { isolate: false, maxWorkers: '100%' }

/** Each has its own servers and ports, and is idle half the time, so three keep two cores busy. */
const threeAtATime = { maxWorkers: 3 }

/**
 * Page timing depends on the machine's load, so these tests may retry once; retried tests are listed at the end.
 * Errors from a page (`complaints`, `expectAllWell`) never retry: one is a bug in the shop.
 */
const onceMore = { count: 1, condition: /^(?!.*to deeply equal (\[\]|\{ state))/s }

/** Polling timeout. A CI machine may be several times slower than ours. */
const PATIENCE_MS = 30_000

/** Groups run one after another, so that no worker idles while the last file of a project finishes. */
const IN_MEMORY = { groupOrder: 1 }
const WITH_SERVERS = { groupOrder: 2 }

/** Kept beside the shorter files of their folder. The longest-running tests are in test/long. */
const LONG_ONES = 'test/**/*.long.test.{ts,tsx}'

/**
 * Five kinds of tests: `unit` (rules and HTTP, in memory), the only ones in `npm run check`, in under a minute;
 * `dom` (pages with their controllers, in jsdom); `long` (in memory, but a file takes over half a second);
 * `process` (real servers); `system` (a real browser).
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
