import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = 'node_modules/.cache/node-versions'

/** The path of another Node version, installed once from the npm registry, where Node is a package. */
export function nodeBinary(version: string): string {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(process.cwd(), CACHE, version)
  const binary = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(binary)) return binary

  const draft = `${folder}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  execFileSync('npm', [
    'install',
    '--prefix',
    draft,
    '--no-save',
    '--prefer-offline',
    '--loglevel=error',
    `${name}@${version}`,
  ])
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  return binary
}
