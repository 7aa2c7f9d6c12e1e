import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeFolder } from './folder.ts'

const Secrets = z.object({ session: z.string().min(32), webhook: z.string().min(16) })
export type Secrets = z.infer<typeof Secrets>

/**
 * A demo shop's own secrets: made at its first start and kept, so that carts survive a restart.
 * @throws when the file cannot be written or is not what was written
 */
export function savedSecrets(file: string): Secrets {
  if (!existsSync(file)) writeOnce(file)
  const parsed = Secrets.safeParse(jsonOf(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error('it holds no secrets; take it away and new ones are made')
  return parsed.data
}

/** Written whole beside its place and then put into it: of several first starts one wins, and nobody reads half. */
function writeOnce(file: string) {
  const secrets: Secrets = {
    session: randomBytes(32).toString('base64url'),
    webhook: `whsec_${randomBytes(24).toString('base64url')}`,
  }
  const draft = `${file}.${process.pid}`
  makeFolder(dirname(file))
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  try {
    moveIntoPlace(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

function moveIntoPlace(draft: string, file: string) {
  try {
    linkSync(draft, file)
  } catch (error) {
    // Some file systems (shared folders of virtual machines) know no links: a copy that never overwrites is next best.
    if (!existsSync(file)) copyFileSync(draft, file, constants.COPYFILE_EXCL)
    else throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
