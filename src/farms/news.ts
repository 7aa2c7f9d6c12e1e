import { and, asc, gt, lte, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase } from '#db/client.ts'
import { farmNews, farms, followMails, offers, varieties } from '#db/schema/index.ts'
import { wantsMailAbout } from '../accounts/preferences.ts'
import { DAY_MS, type Instant } from '../day.ts'

/** Between two mails to the same person. */
const PAUSE_MS = 7 * DAY_MS
/** Older news is left out. */
export const NEWS_LIFE_MS = 30 * DAY_MS
/** One more than a mail names. */
const MAX_ITEMS = 13

/** Writes down which offers shoppers can see for the first time, or again at a farm that sold nothing. @returns how many */
export function noticeOffers(tx: DurableTx, now: Instant): number {
  tx.run(sql`
    delete from ${farmNews} where offer_id in (
      select offers.id from ${varieties} join ${offers} on offers.variety_id = varieties.id
      where varieties.hidden and not exists (
        select 1 from varieties as shown where shown.farm_id = varieties.farm_id and not shown.hidden))`)
  return tx.run(sql`
    insert into ${farmNews} (offer_id, noticed_at)
    select offers.id, ${now} from ${varieties} join ${offers} on offers.variety_id = varieties.id
    where not varieties.hidden and offers.paused_at is null
      and not exists (select 1 from farm_news where farm_news.offer_id = offers.id)`).changes
}

/** Whether there is any that followers may not have heard of. */
export const hasNews = (db: Db, now: Instant): boolean =>
  db
    .select({ offerId: farmNews.offerId })
    .from(farmNews)
    .where(gt(farmNews.noticedAt, now - NEWS_LIFE_MS))
    .limit(1)
    .get() !== undefined

/** People with news from a farm that they follow, by id, after `after`. */
export const nextFollowers = (db: Db, after: number, limit: number, now: Instant): number[] =>
  statements(db)
    .next.all({ after, limit, since: now - NEWS_LIFE_MS, due: now - PAUSE_MS })
    .map(({ userId }) => userId)

export type NewsItem = { farm: string; farmSlug: string; cut: string; slug: string; labels: string[] }

/** What a person hasn't heard: newer than their follow and than their last mail. The first cut of each farm comes first. */
export const newsFor = (db: Db, userId: number, now: Instant): NewsItem[] =>
  statements(db)
    .news.all({ userId, now, since: now - NEWS_LIFE_MS, limit: MAX_ITEMS })
    .map(({ labels, ...item }) => ({ ...item, labels: JSON.parse(labels) as string[] }))

/**
 * Takes the right to mail a person, before the mail leaves: whatever happens then, no second one follows within a week.
 * @returns when their last mail left (0: none yet), to give the right back; null if they want none or had one
 */
export const claimMail = (db: Db, userId: number, now: Instant): Promise<{ before: Instant } | null> =>
  durably(db, (tx) => {
    const before = lastMailAt(tx, userId)
    if (before > now - PAUSE_MS || !wantsMailAbout(tx, userId, 'followed_farms')) return null
    tx.insert(followMails)
      .values({ userId, sentAt: now })
      .onConflictDoUpdate({ target: followMails.userId, set: { sentAt: now } })
      .run()
    return { before }
  })

/** For a mail that surely didn't leave. */
export const releaseMail = (db: Db, userId: number, before: Instant) =>
  durably(db, (tx) => {
    tx.update(followMails).set({ sentAt: before }).where(sql`${followMails.userId} = ${userId}`).run()
  })

const lastMailAt = (db: Db, userId: number): Instant =>
  db
    .select({ sentAt: followMails.sentAt })
    .from(followMails)
    .where(sql`${followMails.userId} = ${userId}`)
    .get()?.sentAt ?? 0

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  next: db
    .select({ userId: sql<number>`user_id` })
    .from(
      sql`(select distinct farm_follows.user_id from farm_follows
        where farm_follows.user_id > ${placeholder('after')}
          and not exists (select 1 from follow_mails
            where follow_mails.user_id = farm_follows.user_id and sent_at > ${placeholder('due')})
          and farm_follows.farm_id in (select varieties.farm_id from farm_news
            join offers on offers.id = farm_news.offer_id join varieties on varieties.id = offers.variety_id
            where noticed_at > ${placeholder('since')} and not varieties.hidden)
        order by farm_follows.user_id limit ${placeholder('limit')})`,
    )
    .prepare(),
  news: db
    .select({
      farm: farms.name,
      farmSlug: farms.slug,
      cut: varieties.name,
      slug: varieties.slug,
      labels: sql<string>`json_group_array(${offers.label})`,
    })
    .from(sql`farm_follows`)
    .innerJoin(farms, sql`farms.id = farm_follows.farm_id`)
    .innerJoin(varieties, sql`varieties.farm_id = farms.id and not varieties.hidden`)
    .innerJoin(offers, sql`offers.variety_id = varieties.id and offers.paused_at is null`)
    .innerJoin(farmNews, sql`farm_news.offer_id = offers.id`)
    .where(
      and(
        sql`farm_follows.user_id = ${placeholder('userId')}`,
        gt(farmNews.noticedAt, placeholder('since')),
        lte(farmNews.noticedAt, placeholder('now')),
        sql`farm_news.noticed_at > farm_follows.followed_at`,
        sql`farm_news.noticed_at > coalesce((select sent_at from follow_mails where user_id = ${placeholder('userId')}), 0)`,
      ),
    )
    .groupBy(varieties.id)
    .orderBy(
      sql`row_number() over (partition by ${farms.id} order by ${varieties.featuredRank})`,
      asc(farms.name),
    )
    .limit(placeholder('limit'))
    .prepare(),
}))
