import { defineConfig } from 'vitest/config'

/**
 * Three kinds of tests, so that `npm run check` can take the quick ones alone:
 * units and front door in memory, `process` with real servers, `system` with a real browser.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    setupFiles: ['test/support/setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/process/**', 'test/system/**'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
