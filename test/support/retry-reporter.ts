import type { Reporter, TestCase } from 'vitest/node'

/** Lists at the very end the tests that passed only on retry, with the first failure: each is a bug to fix. */
export default class implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return
    const why = test.result().errors?.map(({ message, stack }) => stack ?? message) ?? []
    this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`, ...why)
  }

  onTestRunEnd() {
    if (this.#names.length > 0) console.log(['Passed at a second try only:', ...this.#names].join('\n  '))
  }
}
