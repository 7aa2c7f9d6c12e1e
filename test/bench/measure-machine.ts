import type { Row } from './measured.ts'
import { withYardstick, YARDSTICKS } from './yardstick-process.ts'

export const MACHINE = 'this machine'
const SECONDS = 1.5
const CONNECTIONS = 16

/** The machine's speed when a server has next to nothing to do: the baseline of all bars. */
export const measureMachine = (file: string): Promise<Row[]> =>
  withYardstick(file, async (yardstick) => {
    const rows: Row[] = []
    for (const name of YARDSTICKS) {
      const measured = await yardstick.ask(name, CONNECTIONS, SECONDS)
      rows.push({ shop: MACHINE, name, measured })
    }
    return rows
  })
