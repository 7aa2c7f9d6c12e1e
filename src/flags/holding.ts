import type { Acted, FlagKind } from './kinds.ts'

/** They keep a box that hasn't shipped in the center. */
const HOLDING_FLAGS: string[] = ['dispute', 'fraud_warning', 'recalled_lot'] satisfies FlagKind[]

/** An open flag on which something was done waits for its dispute, no longer for the box. */
export const isHoldingFlag = ({ kind, action }: Acted) => HOLDING_FLAGS.includes(kind) && action === null
