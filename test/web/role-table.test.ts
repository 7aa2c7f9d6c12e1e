import { expect, test } from 'vitest'
import { paths } from '#src/paths.ts'
import { TABLE } from '../support/roles/index.ts'
import { nameOf } from '../support/roles/questions.ts'
import { appRoutes } from '../support/routes.ts'
import { world } from '../support/world.ts'

const registered = async () => appRoutes((await world()).app).map(nameOf)

test('every route in src/paths.ts is registered in the app, and the app has no others', async () => {
  const machines = ['ALL /embedded-payments/*']
  const declared = Object.entries(paths).flatMap(([name, entry]) =>
    'pattern' in entry ? entry.methods.map((method) => `${method} ${name}`) : [],
  )
  const routes = await registered()
  const missing = declared.filter((name) => !routes.includes(name))
  expect(missing, "in src/paths.ts, but registered by no room's routes").toEqual([])
  const undeclared = routes.filter((name) => ![...declared, ...machines].includes(name))
  expect(undeclared, 'registered, but not in src/paths.ts').toEqual([])
})

test("R13 GND-20 every route has a line with each visitor's response, and no line is for a removed route", async () => {
  const routes = await registered()
  const unlisted = routes.filter((name) => !TABLE[name])
  expect(unlisted, 'add a line to test/support/roles/ (shop.ts, orders.ts …)').toEqual([])
  const gone = Object.keys(TABLE).filter((name) => !routes.includes(name))
  expect(gone, 'remove these lines from test/support/roles/').toEqual([])
})
