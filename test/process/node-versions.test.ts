import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { createBuyer, createClient } from '../support/buyers.ts'
import { offerToken } from '../support/buying.ts'
import { nodeBinary } from '../support/node-versions.ts'
import { until, withProcesses } from '../support/processes.ts'

describe.each(['20.11.1', '22', '24', '26'])('OPS-7 on Node %s', (version) => {
  test('OPS-7 the built shop starts and sells a box', () =>
    withProcesses(async (processes) => {
      const databasePath = await processes.database('shop')
      const token = tokenOf(databasePath)
      const [node, payments] = [nodeBinary(version), await processes.standIn()]
      const server = await processes.server({ databasePath, payments, node })
      const [shop, provider] = [createClient(server.origin), createClient(payments.origin)]
      const ana = createBuyer(shop, { name: 'ana' })
      await ana.fillBox(token)
      expect(await ana.pay(provider)).toBeNull()
      await until('the order is paid', async () => (await ana.status()) === 'succeeded')
      expect((await ana.confirmation()).text).toContain('Thank you')
      shop.close()
      provider.close()
      server.kill('SIGTERM')
      expect(await server.exited).toBe(0)
      if (!version.startsWith('20')) expect(readdirSync('.build/compiled').join()).toContain(`v${version}`)
    }))

  test('OPS-7 the unit tests close to the driver pass', () =>
    withProcesses(async (processes) => {
      const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
      const args = ['run', '--config', 'test/near-the-driver.config.ts']
      const tests = processes.run(nodeBinary(version), [vitest, ...args])
      expect(await tests.exited, tests.output()).toBe(0)
    }))
})

function tokenOf(databasePath: string): string {
  const db = openDatabase(databasePath)
  const token = offerToken(db, 'demo-fifty')
  closeDatabase(db)
  return token
}
