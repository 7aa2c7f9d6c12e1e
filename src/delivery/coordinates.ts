import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { zipCodes } from '#db/schema/index.ts'

export type Located = { city: string; state: string; latitude: number; longitude: number }

/** The middle of a ZIP code's area; null for military mail, and for a code newer than our list. */
export function locate(db: Db, zip: string): Located | null {
  const row = statements(db).place.get({ zip })
  if (!row || row.latitude === null || row.longitude === null) return null
  return { ...row, latitude: row.latitude, longitude: row.longitude }
}

const statements = oncePerDatabase((db) => ({
  place: db
    .select({
      city: zipCodes.city,
      state: zipCodes.state,
      latitude: zipCodes.latitude,
      longitude: zipCodes.longitude,
    })
    .from(zipCodes)
    .where(eq(zipCodes.zip, sql.placeholder('zip')))
    .prepare(),
}))
