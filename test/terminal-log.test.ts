import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from '#src/log.ts'
import { terminalLog } from '#src/terminal-log.ts'

test('OPS-13 on a terminal the log prints one readable line per request', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const log = createLog('info', await terminalLog(terminal))
  log.child({ requestId: 'abc' }).info({ method: 'GET', route: '/cart', status: 200, ms: 3.2 }, 'request')
  log.warn({ job: 'mail_receipt', email: 'ana@example.com' }, 'job failed')
  const [request, job] = stripVTControlCharacters(String(terminal.read())).split('\n')
  expect(request).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: GET \/cart 200 in 3\.2 ms$/)
  expect(job).toMatch(/WARN: job failed \{"job":"mail_receipt","email":"\[hidden\]"\}$/)
})

test('OPS-13 the log stays JSON if the output is not a terminal', async () => {
  expect(await terminalLog(new PassThrough())).toBeUndefined()
})
