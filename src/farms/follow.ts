import { and, eq, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase } from '#db/client.ts'
import { farmFollows, farms } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

type Pair = { userId: number; farmId: number }

/** Following again changes nothing, not even since when. */
export const followFarm = (db: Db, pair: Pair, now: Instant) =>
  durably(db, (tx) => {
    tx.insert(farmFollows)
      .values({ ...pair, followedAt: now })
      .onConflictDoNothing()
      .run()
  })

export const unfollowFarm = (db: Db, { userId, farmId }: Pair) =>
  durably(db, (tx) => {
    tx.delete(farmFollows)
      .where(and(eq(farmFollows.userId, userId), eq(farmFollows.farmId, farmId)))
      .run()
  })

export const isFollowing = (db: Db, pair: Pair): boolean => statements(db).one.get(pair) !== undefined

export const followedFarms = (db: Db, userId: number): Set<number> =>
  new Set(
    statements(db)
      .all.all({ userId })
      .map(({ farmId }) => farmId),
  )

export type FollowedFarm = ReturnType<typeof followsOf>[number]

/** By name, for the account and the export of personal data. */
export const followsOf = (db: Db, userId: number) =>
  db
    .select({ id: farms.id, slug: farms.slug, name: farms.name, followedAt: farmFollows.followedAt })
    .from(farmFollows)
    .innerJoin(farms, eq(farms.id, farmFollows.farmId))
    .where(eq(farmFollows.userId, userId))
    .orderBy(farms.name)
    .all()

/** Who looks at a page with follow buttons; null: nobody is signed in. */
export type Follower = { userToken: string; farmIds: ReadonlySet<number> }

const statements = oncePerDatabase((db) => ({
  one: db
    .select({ farmId: farmFollows.farmId })
    .from(farmFollows)
    .where(
      and(
        eq(farmFollows.userId, sql.placeholder('userId')),
        eq(farmFollows.farmId, sql.placeholder('farmId')),
      ),
    )
    .prepare(),
  all: db
    .select({ farmId: farmFollows.farmId })
    .from(farmFollows)
    .where(eq(farmFollows.userId, sql.placeholder('userId')))
    .prepare(),
}))
