import type { Reporter, TestCase } from 'vitest/node'

/** Names at the very end the tests that passed only when tried again: each of them has a cause, which is to be mended. */
export default class implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.#names.length > 0) console.log(['Passed at a second try only:', ...this.#names].join('\n  '))
  }
}
