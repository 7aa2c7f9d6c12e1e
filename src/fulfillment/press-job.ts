import { eq, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type WaveJob, waveJobs } from '#db/schema/index.ts'
import type { Clerk } from './clerk.ts'
import { isGivenUp } from './job-rows.ts'

/** A page's button names the job it starts, so that pressed twice, it leads to the same job. */
export type Pressed = { row: WaveJob; isUnderWay: boolean }

export function jobOfPress(tx: DurableTx, press: string | null): Pressed | null {
  if (press === null) return null
  const isUnderWay = sql<boolean>`finished_at is null and not (${isGivenUp})`.mapWith(Boolean)
  return (
    tx.select({ row: waveJobs, isUnderWay }).from(waveJobs).where(eq(waveJobs.token, press)).get() ?? null
  )
}

export const isOwnJob = ({ row }: Pressed, kind: WaveJob['kind'], { user, center }: Clerk): boolean =>
  row.kind === kind && row.userId === user.id && row.fcId === center.id

/** The token of the job that this press starts, unless it has started one before. */
export const namedByPress = (press: string | null, pressed: Pressed | null): { token?: string } =>
  press !== null && pressed === null ? { token: press } : {}
