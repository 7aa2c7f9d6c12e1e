import type { Context } from 'hono'
import { paths } from '../paths.ts'

/** A file of a multipart form, by its field's name. */
export type Upload = { field: string; bytes: Buffer }

export const MAX_UPLOADS = 4
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024

const FIELDS_BYTES = 64 * 1024
/** Each holds its files in memory. */
const MAX_AT_ONCE = 4

/** The only addresses that take files. Everywhere else they are dropped unread. */
const TAKES_FILES = [
  paths.claims,
  paths.review,
  paths.importCatalog,
  paths.corporateGift,
  paths.varietyPictures,
  paths.farmPictures,
  paths.staffSetting,
].map(({ pattern }) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`))

export const takesFiles = ({ req }: Context): boolean =>
  req.method === 'POST' &&
  (req.header('content-type') ?? '').startsWith('multipart/form-data') &&
  TAKES_FILES.some((pattern) => pattern.test(req.path))

export const UPLOAD_BODY_BYTES = MAX_UPLOADS * MAX_UPLOAD_BYTES + FIELDS_BYTES

let atOnce = 0

/** @returns null while too many are being read */
export async function readUpload<T>(read: () => Promise<T>): Promise<T | null> {
  if (atOnce >= MAX_AT_ONCE) return null
  atOnce += 1
  try {
    return await read()
  } finally {
    atOnce -= 1
  }
}

/** A browser sends an empty file for each field that was left empty. */
export async function uploadsIn(form: FormData): Promise<Upload[]> {
  const files = [...form].flatMap(([field, value]) =>
    typeof value === 'string' || value.size === 0 ? [] : [{ field, value }],
  )
  return Promise.all(
    files.map(async ({ field, value }) => ({ field, bytes: Buffer.from(await value.arrayBuffer()) })),
  )
}
