import type { Ctx } from '../accounts/guards.ts'
import { refuse } from '../web/errors.tsx'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { type Wave, waveAt } from './waves.ts'

type WaveHandler = (c: Ctx, who: Clerk, wave: Wave) => Response | Promise<Response>

/** For paths with `:waveId` under a center. */
export const clerkAtWave = (handler: WaveHandler) =>
  clerk((c, who) => {
    const asked = c.req.param('waveId') ?? ''
    const wave = waveAt(c.var.services.db, who.center.id, rowId(asked))
    return wave
      ? handler(c, who, wave)
      : refuse(c, 404, `There is no wave "${asked.slice(0, 20)}" in this center.`)
  })
