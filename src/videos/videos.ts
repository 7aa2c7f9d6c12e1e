import { asc, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, videos } from '#db/schema/index.ts'

const MAX_VIDEOS = 100

export const listVideos = (db: Db) => statements(db).all.all({ limit: MAX_VIDEOS })

export const findVideo = (db: Db, uri: string): ListedVideo | null => statements(db).one.get({ uri }) ?? null

export type ListedVideo = ReturnType<typeof listVideos>[number]

const columns = {
  uri: videos.uri,
  title: videos.title,
  summary: videos.summary,
  seconds: videos.seconds,
  file: videos.file,
  width: videos.width,
  height: videos.height,
  poster: videos.poster,
  transcript: videos.transcript,
  farmName: farms.name,
  farmSlug: farms.slug,
}

const statements = oncePerDatabase((db) => ({
  all: db
    .select(columns)
    .from(videos)
    .leftJoin(farms, eq(farms.id, videos.farmId))
    .orderBy(asc(videos.position), asc(videos.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
  one: db
    .select(columns)
    .from(videos)
    .leftJoin(farms, eq(farms.id, videos.farmId))
    .where(eq(videos.uri, sql.placeholder('uri')))
    .prepare(),
}))
