import type { StreamName } from '../web/stream-names.ts'
import { boardStream } from './board-stream.ts'
import { cartStream } from './cart-stream.ts'
import { jobStream } from './job-stream.ts'
import { stockStream } from './stock-stream.ts'
import type { StreamKind } from './stream-kind.ts'
import { trackingStream } from './tracking-stream.ts'

export const STREAM_KINDS: Record<StreamName['purpose'], StreamKind> = {
  cart: cartStream,
  stock: stockStream,
  job: jobStream,
  board: boardStream,
  tracking: trackingStream,
}
