import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, pictureFolder, writeAtomically } from '../../catalog/import/picture-files.ts'
import { photoProblem } from '../../claims/photo-rules.ts'
import { encodeApart } from '../../picture-process.ts'
import { logoFieldOf, type SettingGroup } from '../../shop-settings/group.ts'
import { LOGO_SIZE, logoFile, logoName } from '../../shop-settings/logo.ts'
import type { SettingValue } from '../../shop-settings/versions.ts'
import type { Upload } from '../../web/uploads.ts'
import type { Problem } from './problems.ts'

const MAX_BYTES = 2 * 1024 * 1024
const LEAST = { width: 80, height: 24 }
const SCRIPT = 'src/staff/shop-settings/encode-logo.mjs'

const UNREADABLE = 'We couldn’t read that picture. Please send a PNG, JPEG or WebP.'
const TOO_LARGE = 'Please send one picture of at most 2 MB.'
const GONE = 'We no longer have that logo. Please upload it again.'
const TOO_SMALL = `Please send a logo of at least ${LEAST.width} × ${LEAST.height} pixels.`

export type KeptLogo = { ok: true; name: string } | { ok: false; message: string }

/** Encodes the picture and writes its file, before a setting names it. The bytes decide, not the file's name. */
export async function keepLogo(storagePath: string, [upload, ...others]: Upload[]): Promise<KeptLogo> {
  if (!upload || others.length > 0 || upload.bytes.length > MAX_BYTES)
    return { ok: false, message: TOO_LARGE }
  if (photoProblem([upload])) return { ok: false, message: UNREADABLE }
  const bytes = await encodeApart(SCRIPT, [LOGO_SIZE.width, LOGO_SIZE.height], upload.bytes)
  if (!bytes) return { ok: false, message: UNREADABLE }
  const size = pngSize(bytes)
  if (size.width < LEAST.width || size.height < LEAST.height) return { ok: false, message: TOO_SMALL }
  const name = logoName(contentHash(bytes), size)
  writeAtomically(fileOf(storagePath, name), bytes)
  return { ok: true, name }
}

const fileOf = (storagePath: string, name: string) => join(pictureFolder(storagePath), logoFile(name))

/** A logo that was previewed days ago is gone, and so may be one of a backup without its files. */
export function missingLogo(storagePath: string, group: SettingGroup, value: SettingValue): Problem | null {
  const path = logoFieldOf(group)
  const name = path === undefined ? '' : String(value[path])
  if (path === undefined || name === '' || existsSync(fileOf(storagePath, name))) return null
  return { path, message: GONE }
}

/** By its first chunk (PNG specification, 11.2.1). */
const pngSize = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })
