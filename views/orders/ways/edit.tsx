import { paths } from '#src/paths.ts'
import { Way, type WayFacts } from './way.tsx'

/** Opens for a guest's receipt link too. */
export const EditWay = ({ token, receiptKey }: WayFacts) => (
  <Way
    icon="box"
    href={paths.editOrder(token, { key: receiptKey })}
    title="Edit what's inside"
    words="Add, swap or remove. You'll see the difference first"
  />
)
