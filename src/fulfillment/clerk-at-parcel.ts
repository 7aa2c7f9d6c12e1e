import type { Ctx } from '../accounts/guards.ts'
import { refuse } from '../web/errors.tsx'
import type { Clerk } from './clerk.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { type Parcel, waveParcelsByToken } from './parcels.ts'

type ParcelHandler = (c: Ctx, who: Clerk, parcel: Parcel) => Response | Promise<Response>

/** For paths with `:waveId` and `:orderToken` under a center. */
export const clerkAtParcel = (handler: ParcelHandler) =>
  clerkAtWave((c, who, wave) => {
    const token = c.req.param('orderToken')
    const [parcel] = token ? waveParcelsByToken(c.var.services.db, wave.id, [token]) : []
    return parcel ? handler(c, who, parcel) : refuse(c, 404, 'There is no such box in this wave.')
  })
