import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import type { Sight, StreamKind, Watched } from './stream-kind.ts'

/** Soon enough for "within a second", seldom enough to cost nothing: that nothing was written is asked in 3 µs. */
const LOOK_EVERY_MS = 100
/** While everybody writes, looking takes this share of the time and no more. */
const SHARE_OF_TIME = 1 / 20

export type Watch = {
  /** Has the stream's news broadcast from now on. @returns how it stands now, and what ends the watch */
  follow(kind: StreamKind, watched: Watched): { sight: Sight; leave(): void }
  stop(): void
}

type Followed = Watched & { version: string; followers: number }

/**
 * Looks after the streams that somebody listens to at this server, and broadcasts what is new. It looks when anything was
 * written to the database, by whomever, and when the shop's time comes to where something changes by itself.
 */
export function createWatch(services: Services): Watch {
  const { db, bus, clock, log } = services
  const followed = new Map<StreamKind, Map<string, Followed>>()
  let timer: NodeJS.Timeout | undefined
  let seen = { writes: '', at: 0, until: 0 }

  function follow(kind: StreamKind, watched: Watched) {
    const streams = followed.get(kind) ?? new Map<string, Followed>()
    followed.set(kind, streams)
    const { sights, until } = kind.look(services, [watched])
    const sight = sights.get(watched.stream)
    if (!sight) throw new Error(`nothing is seen of ${watched.stream}`)
    const entry = streams.get(watched.stream) ?? { ...watched, version: sight.version, followers: 0 }
    entry.followers++
    streams.set(watched.stream, entry)
    seen.until = Math.min(seen.until, until)
    timer ??= setTimeout(look, LOOK_EVERY_MS).unref()
    return { sight, leave: () => leave(kind, entry) }
  }

  function leave(kind: StreamKind, entry: Followed) {
    entry.followers--
    const streams = followed.get(kind)
    if (entry.followers > 0 || !streams) return
    streams.delete(entry.stream)
    if (streams.size === 0) followed.delete(kind)
  }

  function look() {
    if (followed.size === 0) return stop()
    const began = performance.now()
    try {
      lookIfAnythingChanged()
    } catch (error) {
      log.error({ err: error }, 'the live streams could not be looked after')
    }
    const took = performance.now() - began
    timer = setTimeout(look, Math.max(LOOK_EVERY_MS, took / SHARE_OF_TIME)).unref()
  }

  function lookIfAnythingChanged() {
    const now = clock.now()
    const writes = writesIn(db)
    // The clock of a demo shop may be put back, and then holds count again.
    if (writes === seen.writes && now < seen.until && now >= seen.at) return
    seen = { writes, at: now, until: lookAtAll() }
  }

  /** @returns until when all stays as it was seen, unless somebody writes */
  function lookAtAll(): Instant {
    let soonest = Number.POSITIVE_INFINITY
    for (const [kind, streams] of followed) {
      const { sights, until } = kind.look(services, [...streams.values()])
      soonest = Math.min(soonest, until)
      for (const [stream, sight] of sights) tellIfNew(streams.get(stream), sight)
    }
    return soonest
  }

  function tellIfNew(entry: Followed | undefined, sight: Sight) {
    if (!entry || entry.version === sight.version) return
    entry.version = sight.version
    try {
      bus.broadcast(entry.stream, sight.draw())
    } catch (error) {
      log.error({ err: error }, 'news of a stream could not be told')
    }
  }

  function stop() {
    clearTimeout(timer)
    timer = undefined
  }

  return { follow, stop }
}

/** Another word after every write to the database, whether by this process or by another. */
function writesIn(db: Db): string {
  const row = writes(db).get()
  return `${row?.ours} ${row?.others}`
}

const writes = oncePerDatabase((db) =>
  db
    .select({ ours: sql<number>`total_changes()`, others: sql<number>`data_version` })
    .from(sql`pragma_data_version`)
    .prepare(),
)
