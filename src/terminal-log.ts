import type { DestinationStream } from 'pino'

/** One short line per request where a person watches a terminal; elsewhere undefined, which leaves JSON. */
export async function terminalLog(
  output: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Promise<DestinationStream | undefined> {
  if (!output.isTTY) return undefined
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    destination: output,
    sync: true,
    colorize: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname,requestId,method,route,status,ms',
    messageFormat: ({ msg, method, route, status, ms }) =>
      route === undefined ? String(msg) : `${method} ${route} ${status} in ${ms} ms`,
  })
}
