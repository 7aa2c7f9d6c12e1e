import { paths } from '../paths.ts'
import { readOptions } from './options.mjs'

/** `npm run routes`: every URL the shop answers, with its name in `paths.ts` and the page of its form. */
readOptions()
for (const [name, entry] of Object.entries(paths)) {
  if (!('pattern' in entry)) continue
  const params = Object.fromEntries(
    [...entry.pattern.matchAll(/:(\w+)/g)].map(([written, param]) => [param, written]),
  )
  const form = entry.formPage ? `  form on ${entry.formPage(params)}` : ''
  process.stdout.write(`${entry.methods.join(' ').padEnd(16)}${entry.pattern.padEnd(56)}${name}${form}\n`)
}
