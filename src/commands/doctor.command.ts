import { type Diagnosis, examine } from '../doctor/examine.ts'
import { readArguments, runCommand, say } from './command.ts'

/** `npm run doctor`: what is wrong with the shop; it may be running. Ends with 1 if anything is. `-- --json` for machines. */
await runCommand(async (config) => {
  const { values } = readArguments({ json: { type: 'boolean' } })
  const diagnosis = await examine(config, { now: () => Date.now() })
  say(values.json ? JSON.stringify(diagnosis) : inWords(diagnosis))
  process.exitCode = diagnosis.ok ? 0 : 1
})

function inWords({ checks, ledgers }: Diagnosis): string {
  const { differences, ...sums } = ledgers
  const width = Math.max(...checks.map(({ name }) => name.length))
  const wrong = checks.filter(({ ok }) => !ok)
  return [
    ...checks.map(({ name, ok, detail }) => `${ok ? 'ok   ' : 'WRONG'} ${name.padEnd(width)}  ${detail}`),
    ...differences.map((difference) => `      ${difference}`),
    `Ledgers: ${Object.entries(sums)
      .map(([name, sum]) => `${name} ${sum}`)
      .join(', ')}`,
    wrong.length === 0 ? 'All is well.' : `Wrong: ${wrong.map(({ name }) => name).join(', ')}.`,
  ].join('\n')
}
