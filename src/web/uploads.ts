import type { Context } from 'hono'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'
import { byNetwork } from './rate-limit.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOADS } from './upload-rules.ts'

/** A file of a multipart form, by its field's name. */
export type Upload = { field: string; bytes: Buffer }

const FIELDS_BYTES = 64 * 1024
/** Each holds its files in memory. */
const MAX_AT_ONCE = 4
/** So that no network keeps the photos of all others out. */
const MAX_OF_ONE_NETWORK = 2

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

const networks: string[] = []

/** @returns null while too many are being read */
export async function readUpload<T>(c: Context<AppEnv>, read: () => Promise<T>): Promise<T | null> {
  const network = byNetwork(c)
  const own = networks.filter((other) => other === network).length
  const isOverShare = c.var.services.config.rateLimited && own >= MAX_OF_ONE_NETWORK
  if (isOverShare || networks.length >= MAX_AT_ONCE) return null
  networks.push(network)
  try {
    return await read()
  } finally {
    networks.splice(networks.indexOf(network), 1)
  }
}

/** A browser sends an empty file without a name for each field that was left empty. A chosen one may be empty, too. */
export async function uploadsIn(form: FormData): Promise<Upload[]> {
  const files = [...form].flatMap(([field, value]) =>
    typeof value === 'string' || (value.size === 0 && value.name === '') ? [] : [{ field, value }],
  )
  return Promise.all(
    files.map(async ({ field, value }) => ({ field, bytes: Buffer.from(await value.arrayBuffer()) })),
  )
}
