/**
 * Analytics rows must hold no personal data and no secret (a canary test looks), whatever a page or a forger sends:
 * addresses lose their query and their tokens, texts lose email addresses and long numbers.
 */
const MAX_TEXT = 200
const MAX_PROPERTIES = 12
const MAX_CAMPAIGN = 100

const PROPERTIES = new Set([
  'tag',
  'id',
  'class',
  'page',
  'section',
  'text',
  'href',
  'url',
  'title',
  'depth',
  'bid_item_token',
  'url_handle',
  'name',
  'page_section',
  'modal_name',
  'message',
  'context',
])
const ADDRESSES = new Set(['page', 'href', 'url', 'path'])

const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']

export type Properties = Record<string, unknown>

/** Only known properties, and only scalars; `context` is a record of them. */
export function cleanProperties(sent: unknown): Properties {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {}
  const pairs = Object.entries(sent)
    .filter(([name]) => PROPERTIES.has(name))
    .slice(0, MAX_PROPERTIES)
    .map(([name, value]) => [name, name === 'context' ? cleanContext(value) : cleanValue(name, value)])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function cleanContext(sent: unknown): Properties | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { page } = sent as { page?: unknown }
  if (typeof page !== 'object' || page === null) return undefined
  const { url, path } = page as { url?: unknown; path?: unknown }
  return { page: { url: cleanValue('url', url), path: cleanValue('path', path) } }
}

function cleanValue(name: string, value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  return ADDRESSES.has(name) ? publicPath(value) : cleanText(value)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\p{Cs}]/gu

export const cleanText = (text: string) =>
  text
    .slice(0, MAX_TEXT)
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/\S+@\S+/g, '[email]')
    .replace(/\(?\d[\d ().-]{5,}\d/g, '[number]')

/** Without the query, and with `:token` for anything that may be a secret. */
export function publicPath(address: string): string {
  const path =
    address
      .slice(0, 2_000)
      .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
      .split(/[?#]/)[0] ?? ''
  return cleanText(path.split('/').map(publicSegment).join('/')) || '/'
}

/** Slugs are lower-case words; tokens, codes and sealed links are long and mixed. */
const publicSegment = (segment: string) =>
  segment.includes('@') || segment.includes('%') || (segment.length >= 12 && isMixed(segment))
    ? ':token'
    : segment

const isMixed = (segment: string) => /[A-Z]/.test(segment) || (/\d/.test(segment) && !segment.includes('-'))

/** The host of another site; null for our own pages. */
export function referrerHost(address: unknown, ownHost: string): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null
  const { host } = new URL(address)
  return host === '' || host === ownHost ? null : host.slice(0, MAX_TEXT)
}

export function campaignOf(address: unknown): Record<string, string> | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null
  const query = new URL(address).searchParams
  const named = CAMPAIGN.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, cleanText(value).slice(0, MAX_CAMPAIGN)]] : []
  })
  return named.length > 0 ? Object.fromEntries(named) : null
}

/** As Ahoy does: what isn't a letter, a digit or a hyphen is left out. */
export const cleanToken = (token: unknown): string =>
  typeof token === 'string'
    ? token
        .slice(0, 256)
        .replace(/[^a-z0-9-]/gi, '')
        .slice(0, 64)
    : ''

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

export const browserFamily = (agent: string) =>
  BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other'
