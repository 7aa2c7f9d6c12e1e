/**
 * `npm run …`: runs a built program in this same process, so that stopping npm stops it. A missing build gets a
 * sentence, where Node would print a stack.
 */
import './node-version.mjs'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [program = ''] = process.argv.splice(2, 1)
const file = `.build/${program}.js`

if (!existsSync(file)) {
  process.stderr.write('The shop is not built yet: run "npm run build" first, or "npm start", which does.\n')
  process.exit(1)
}
if (program !== 'server') process.setSourceMapsEnabled(true) // the server maps the stacks that it logs
await import(pathToFileURL(file).href)
