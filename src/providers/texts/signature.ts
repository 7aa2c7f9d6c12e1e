import { createHmac } from 'node:crypto'
import { isSame } from '../../tokens.ts'

/** Twilio's scheme: HMAC-SHA1 over the URL, then every posted field, sorted by name. */
export function textSignature(url: string, fields: URLSearchParams, authToken: string): string {
  const names = [...new Set(fields.keys())].sort()
  const posted = names.flatMap((name) => valuesOf(fields, name).map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(Buffer.from(url + posted.join(''), 'utf8'))
    .digest('base64')
}

/** Of a repeated name, each different value once. */
const valuesOf = (fields: URLSearchParams, name: string) => [...new Set(fields.getAll(name))].sort()

/** @param url the public one: a Host header can be forged */
export function isTextSignedBy(
  url: string,
  fields: URLSearchParams,
  header: string | undefined,
  authToken: string,
): boolean {
  if (header === undefined) return false
  const given = Buffer.from(header)
  return urlVariants(url).some((variant) =>
    isSame(given, Buffer.from(textSignature(variant, fields, authToken))),
  )
}

/** The sender is inconsistent about the default port and about how a query is encoded. */
function urlVariants(url: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const hosts = [hostname, `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`]
  const queries = search === '' ? [''] : [search, `?${new URLSearchParams(search)}`, decodedQuery(search)]
  return hosts.flatMap((host) =>
    [...new Set(queries)].map((query) => `${protocol}//${host}${pathname}${query}`),
  )
}

const decodedQuery = (search: string) =>
  `?${[...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`).join('&')}`
