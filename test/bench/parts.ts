import { measureAccounts } from './measure-accounts.ts'
import { measureCeiling } from './measure-ceiling.ts'
import { measureCenter } from './measure-center.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureInside } from './measure-inside.ts'
import { measureMemory } from './measure-memory.ts'
import { measurePages } from './measure-pages.ts'
import { measurePlacing } from './measure-placing.ts'
import { measureProcesses } from './measure-processes.ts'
import { measureShoppers } from './measure-shoppers.ts'
import { measureSockets } from './measure-sockets.ts'
import { measureStart } from './measure-start.ts'
import type { Findings } from './measured.ts'
import type { PartName, Plan, ShopPlan } from './plan.ts'
import type { Stage } from './stage.ts'

type Part = {
  name: PartName
  measure(stage: Stage): Promise<Findings>
  /** Measured for every shop size; other parts only for the usual one. */
  isForEverySize?: boolean
  isLeftOutOfQuick?: boolean
  /** Only when asked for. */
  isExtra?: boolean
}

/** In the order in which they are measured. */
const PARTS: Part[] = [
  { name: 'start', measure: measureStart, isForEverySize: true },
  { name: 'orders', measure: measurePlacing, isForEverySize: true },
  { name: 'pages', measure: measurePages, isForEverySize: true },
  { name: 'shoppers', measure: measureShoppers },
  { name: 'loop', measure: measureInside, isForEverySize: true },
  { name: 'memory', measure: measureMemory },
  { name: 'processes', measure: measureProcesses },
  { name: 'sockets', measure: measureSockets },
  { name: 'accounts', measure: measureAccounts, isLeftOutOfQuick: true },
  { name: 'ingest', measure: measureIngest, isLeftOutOfQuick: true },
  { name: 'center', measure: measureCenter },
  { name: 'ceiling', measure: measureCeiling, isExtra: true },
]

/** The parts that this run measures for a shop. */
export const partsOf = ({ only, isQuick }: Plan, { isWhole }: ShopPlan): Part[] =>
  PARTS.filter(({ name, isForEverySize, isLeftOutOfQuick, isExtra }) => {
    if (only.length > 0) return only.includes(name) && (isWhole || isForEverySize)
    return (isWhole || isForEverySize) && !(isQuick && isLeftOutOfQuick) && !isExtra
  })
