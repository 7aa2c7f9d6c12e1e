import { durably } from '#db/client.ts'
import type { AuditEntry } from '#db/schema/index.ts'
import { trailSlices } from '../audit/audit.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'
import { inSlices } from '../slices.ts'

/** Runs nightly. A broken entry is flagged once, because it can't be repaired. */
export async function checkTrail({ db, clock }: Services) {
  const found: AuditEntry[] = []
  await inSlices(keepingBroken(trailSlices(db), found))
  const [broken] = found
  if (!broken) return
  const detail = `Entry ${broken.id} isn’t as it was written, or one before it is gone.`
  const flag = { kind: 'audit_broken', key: `audit_broken:${broken.id}`, detail, now: clock.now() } as const
  await durably(db, (tx) => flagForStaff(tx, flag))
}

function* keepingBroken(slices: Iterable<AuditEntry | null>, found: AuditEntry[]) {
  for (const broken of slices) {
    if (broken) found.push(broken)
    yield
  }
}
