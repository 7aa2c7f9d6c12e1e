import type { Db } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { announcementOf, storeFacts } from './page-settings.ts'

/**
 * The configuration with what the owner has set since: `store` and `announcement` of the environment are only what a
 * shop begins with.
 */
export const liveConfig = (config: Config, db: Db): Config =>
  Object.defineProperties(
    { ...config },
    {
      store: { get: () => storeFacts(db, config), enumerable: true },
      announcement: { get: () => announcementOf(db, config), enumerable: true },
    },
  )
