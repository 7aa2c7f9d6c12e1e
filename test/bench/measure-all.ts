import { join } from 'node:path'
import type { Checkout } from './checkout.ts'
import { copyShop, keptShop } from './kept-shops.ts'
import { measureMachine } from './measure-machine.ts'
import { type Findings, joined, type Row } from './measured.ts'
import { partsOf } from './parts.ts'
import { type Plan, type ShopPlan, shopName } from './plan.ts'
import type { Stage } from './stage.ts'

type Settings = Pick<Stage, 'profile' | 'say' | 'folder'>

/**
 * Measures part by part, alternating between the checkouts, so that other load on the machine hits all of them.
 * @returns the findings for each checkout
 */
export async function measureAll(plan: Plan, checkouts: Checkout[], settings: Settings): Promise<Findings[]> {
  const found = checkouts.map(() => [] as Findings[])
  const machine: Row[] = []
  for (const size of plan.shops) {
    const parts = partsOf(plan, size)
    if (parts.length === 0) continue
    settings.say(shopName(size))
    const kept: string[] = []
    for (const checkout of checkouts) kept.push(await keptShop(checkout, size, settings.say))
    const machineFile = join(settings.folder, 'machine', 'shop.sqlite3')
    if (machine.length === 0) machine.push(...(await measureMachine(copyShop(kept[0] ?? '', machineFile))))
    for (const { name, measure } of parts) {
      const began = performance.now()
      for (const [nth, checkout] of checkouts.entries()) {
        const file = join(settings.folder, `${name}-${nth}`, 'shop.sqlite3')
        const copy = () => copyShop(kept[nth] ?? '', file)
        found[nth]?.push(await measure(stageOf(plan, size, checkout, { ...settings, copy })))
      }
      settings.say(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    }
  }
  return found.map((parts) => joined([...parts, { rows: machine, figures: [] }]))
}

const stageOf = (
  { pace }: Plan,
  size: ShopPlan,
  checkout: Checkout,
  rest: Settings & Pick<Stage, 'copy'>,
): Stage => ({ ...rest, checkout, size, name: shopName(size), pace })
