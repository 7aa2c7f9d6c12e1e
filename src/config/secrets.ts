import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeFolder } from './folder.ts'

const Secrets = z.object({ session: z.string().min(32), webhook: z.string().min(16) })
export type Secrets = z.infer<typeof Secrets>

/** Saved at a demo shop's first start, so that carts survive a restart. @throws if the file can't be used */
export function savedSecrets(file: string): Secrets {
  if (!existsSync(file)) writeOnce(file)
  const parsed = Secrets.safeParse(jsonOf(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error('it holds no valid secrets; delete it and restart to create new ones')
  return parsed.data
}

export const newSecrets = (): Secrets => ({
  session: randomBytes(32).toString('base64url'),
  webhook: `whsec_${randomBytes(24).toString('base64url')}`,
})

/** Writes a draft, then links it into place: of several first starts one wins, and none reads half a file. */
function writeOnce(file: string) {
  const draft = `${file}.${process.pid}`
  makeFolder(dirname(file))
  writeFileSync(draft, JSON.stringify(newSecrets()), { mode: 0o600 })
  try {
    linkOrCopy(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

function linkOrCopy(draft: string, file: string) {
  try {
    linkSync(draft, file)
  } catch (error) {
    // Shared folders of virtual machines have no links: copy instead, without overwriting.
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
