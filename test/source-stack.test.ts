import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { sourceStack } from '#src/source-stack.ts'

test('OPS-13 a stack trace from the built server points to source lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const source = join(folder, 'broken.ts')
  writeFileSync(source, '\n\nexport function fail(): never {\n  throw new Error("broken")\n}\n')
  const outfile = join(folder, 'built.js')
  await esbuild.build({ entryPoints: [source], outfile, minify: true, format: 'esm', sourcemap: true })
  const url = pathToFileURL(outfile).href
  const built = `Error: broken\n    at fail (${url}:1:32)\n    at ${url}:9:9999\n    at file:///gone.js:1:1\n    at file://host/odd.js:1:1`
  const stack = sourceStack(built)
  expect(stack).toContain(`at fail (${relative(process.cwd(), source)}:4:`)
  expect(stack).toContain('at file:///gone.js:1:1')
  expect(sourceStack(built)).toBe(stack)
})
