import type { Ctx } from '../accounts/guards.ts'
import { notFound } from '../web/errors.tsx'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { type Wave, waveAt } from './waves.ts'

type WaveHandler = (c: Ctx, who: Clerk, wave: Wave) => Response | Promise<Response>

/** For paths with `:waveId` under a center. */
export const clerkAtWave = (handler: WaveHandler) =>
  clerk((c, who) => {
    const wave = waveAt(c.var.services.db, who.center.id, rowId(c.req.param('waveId')))
    return wave ? handler(c, who, wave) : notFound(c)
  })
