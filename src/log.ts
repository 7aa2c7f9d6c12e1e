import pino, { type Logger } from 'pino'

/** Names of fields that never reach a log line, wherever someone puts them. */
const SECRETS =
  'password|secret|token|api_key|certificate|otp|ssn|cookie|authorization|email|phone|address|card|client_secret|csrf|authenticity_token|to|html|text'

/** JSON lines to standard output. Errors keep their stack here and nowhere else. */
export function createLog(level: string): Logger {
  const paths = SECRETS.split('|').flatMap((name) => [name, `*.${name}`])
  return pino({ level, base: null, redact: { paths, censor: '[hidden]' }, timestamp: pino.stdTimeFunctions.isoTime })
}
