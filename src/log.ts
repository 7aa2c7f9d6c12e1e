import pino, { type DestinationStream, type Logger } from 'pino'

/** Names of fields that never reach a log line, wherever someone puts them. */
const SECRET =
  /passw|secret|token|_key$|api_?key|certificate|otp$|ssn|cookie|authoriz|email|phone|address|street|postal|card|csrf|authenticity|headers|^(raw|body|params|to|html|text|name|city|subject)$/i

const HIDDEN = '[hidden]'
const MAX_DEPTH = 4

/**
 * JSON lines to standard output, or to `destination`. Errors keep their stack here and nowhere else; of what their
 * makers hang on them (a provider's error carries the request and the intent) only what names the fault is written.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorFacts(error), error: (error: unknown) => errorFacts(error) },
    formatters: { log: (line) => clean(line, 0) as Record<string, unknown> },
    hooks: { logMethod: (args, method, level) => void level, },
  }
  return destination ? pino(options, destination) : pino(options)
}
