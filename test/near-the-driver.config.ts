import { defineConfig } from 'vitest/config'

/**
 * In-memory tests that depend on the driver, for each Node version; `npm run proof -- node` runs all tests on each. One
 * worker loads the shop once. By project there'd be four: a project's `maxWorkers` beats the command line's.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    experimental: { fsModuleCache: true },
    setupFiles: ['test/support/setup.ts'],
    include: ['test/{db,jobs}/**/*.test.{ts,tsx}', 'test/orders/order-json.test.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
  },
})
