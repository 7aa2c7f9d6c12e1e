import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { sourceStack } from './source-stack.ts'

const SECRET =
  /passw|secret|token|_key$|api_?key|crypt|salt|certificate|otp$|ssn|cookie|authori|email|phone|address|street|postal|card|csrf|authenticity|headers|^(raw|body|params|payload|to|html|text|name|city|subject)$/i

const HIDDEN = '[hidden]'
const MAX_DEPTH = 4

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: cleanFields },
    serializers: { msg: cleanText },
  }
  return destination ? pino(options, destination) : pino(options)
}

const cleanFields = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET.test(name) ? HIDDEN : cleanValue(value, depth + 1),
    ]),
  )

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return errorFacts(value, depth)
  if (depth >= MAX_DEPTH) return '[deeper]'
  return Array.isArray(value)
    ? value.slice(0, 50).map((part) => cleanValue(part, depth + 1))
    : cleanFields(value, depth)
}

/** Only these fields of an error: a provider's errors also hold the request, its headers and the whole intent. */
const ERROR_FIELDS = [
  'code',
  'decline_code',
  'type',
  'param',
  'statusCode',
  'requestId',
  'syscall',
  'port',
] as const

function errorFacts(error: Error, depth: number): Record<string, unknown> {
  const facts = ERROR_FIELDS.flatMap((name) => {
    const value = (error as Error & Partial<Record<(typeof ERROR_FIELDS)[number], unknown>>)[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, cleanValue(value, depth)]] : []
  })
  return {
    kind: error.name,
    message: cleanText(error.message),
    stack: cleanText(sourceStack(error.stack ?? '')),
    ...Object.fromEntries(facts),
    ...(error.cause instanceof Error && depth < MAX_DEPTH
      ? { cause: errorFacts(error.cause, depth + 1) }
      : {}),
  }
}

/** Error messages may repeat a statement's parameters, an address, a key or a number. */
const SENSITIVE: [RegExp, string][] = [
  [/\nparams:[^\n]*/g, '\nparams: [hidden]'],
  [/[^\s@"'<>(),:;]+@[^\s@"'<>(),:;]+\.[^\s@"'<>(),:;]+/g, '[email]'],
  [/\b(sk|rk|pk|whsec)_[A-Za-z0-9_]+/g, '[key]'],
  [/\b\w+_secret_\w+/g, '[client secret]'],
  [/\b(tok|pm)_[A-Za-z0-9_]+/g, '[card]'],
  [/\bFe26\.2\*\S+/g, '[seal]'],
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, '[secret]'],
  [/(?<![\w.])(\+?\d[ .()-]{0,2}){10,19}(?![\w])/g, '[number]'],
]

const cleanText = (text: string) =>
  SENSITIVE.reduce((clean, [pattern, word]) => clean.replace(pattern, word), text)
