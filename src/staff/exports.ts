import { customers, type ExportKind, ledger, lines, orders, tax } from './export-kinds.ts'
import { balanceLedger, farmLedger, payouts, stockLedger } from './export-ledgers.ts'
import { unclaimedCards } from './export-unclaimed.ts'

/** In the order of the page. */
export const EXPORT_KINDS: readonly ExportKind[] = [
  orders,
  lines,
  customers,
  tax,
  ledger,
  payouts,
  farmLedger,
  stockLedger,
  balanceLedger,
  unclaimedCards,
]
