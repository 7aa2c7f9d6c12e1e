import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({ session: z.string().min(32), webhook: z.string().min(16) })
export type Secrets = z.infer<typeof Secrets>

/** A demo shop's own secrets: made at its first start and kept, so that carts survive a restart. */
export function savedSecrets(file: string): Secrets {
  if (!existsSync(file)) writeOnce(file)
  return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Written whole beside its place and then linked into it: of several first starts one wins, and nobody reads half. */
function writeOnce(file: string) {
  const secrets: Secrets = {
    session: randomBytes(32).toString('base64url'),
    webhook: `whsec_${randomBytes(24).toString('base64url')}`,
  }
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
