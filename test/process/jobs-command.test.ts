import { expect, test } from 'vitest'
import { closeDatabase, durably, openDatabase } from '#db/client.ts'
import { enqueue } from '#src/jobs/queue.ts'
import { mailReceipt } from '#src/orders/mails.tsx'
import { withProcesses } from '../support/processes.ts'

test('OPS-8 OPS-9 jobs can be listed, retried and forgotten; invalid arguments are refused by name', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('shop')
    const db = openDatabase(databasePath)
    const now = Date.now() + 24 * 3_600_000
    for (const key of ['first', 'second'])
      await durably(db, (tx) => enqueue(tx, mailReceipt, { orderId: 1 }, { key, now }))
    closeDatabase(db)
    const run = async (...args: string[]) => {
      const command = processes.node(['src/commands/run.mjs', 'commands/jobs', ...args], {
        DATABASE_PATH: databasePath,
      })
      return { code: await command.exited, said: command.output() }
    }

    const listed = await run('list')
    expect(listed).toMatchObject({
      code: 0,
      said: expect.stringMatching(/1 {2}mail_receipt {2}queued, due .*\n2 {2}/),
    })
    expect((await run('list', 'failed')).said).toContain('There are no such jobs.')
    expect(await run('list', 'broken')).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no state "broken"; there are queued, running, failed, done.'),
    })
    expect((await run('retry', '1')).said).toContain('Job 1 (mail_receipt) is queued again.')
    expect((await run('forget', '2')).said).toContain('Job 2 (mail_receipt) is forgotten.')
    expect(await run('retry', '2', '999')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Job 2 is done.\nThere is no job 999./),
    })
    for (const [args, sentence] of [
      [['retry', 'x1'], '"x1" is not the number of a job.'],
      [['retry'], 'For example: npm run jobs'],
      [['mend', '1'], 'There is no "mend".'],
      [['list', '--nonsense'], "Unknown option '--nonsense'"],
    ] as const)
      expect(await run(...args)).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
    expect((await run('resume')).said).toContain('Nothing was held.')
  }))
