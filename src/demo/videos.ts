import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { farms, videos } from '#db/schema/index.ts'
import films from './videos.json' with { type: 'json' }

export type Film = (typeof films)[number] & { farm?: string }

export const FILMS: readonly Film[] = films

export const FILM_WIDTH = 640
export const FILM_HEIGHT = 360
/** Each shot, and what is said in it. */
export const SHOT_SECONDS = 4

/** Clips that the project paints itself: `npm run pictures -- --clips`. */
export function seedVideos(tx: DurableTx) {
  FILMS.forEach(({ uri, title, summary, shots: [poster = ''], lines, farm }, position) => {
    const farmId =
      farm === undefined
        ? null
        : (tx.select({ id: farms.id }).from(farms).where(eq(farms.slug, farm)).get()?.id ?? null)
    tx.insert(videos)
      .values({
        ...{ uri, title, summary, poster, farmId, position },
        seconds: SHOT_SECONDS * lines.length,
        file: uri,
        width: FILM_WIDTH,
        height: FILM_HEIGHT,
        transcript: lines,
      })
      .run()
  })
}
