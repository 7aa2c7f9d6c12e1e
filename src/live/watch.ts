import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import type { FollowedStream, Poll, Snapshot, StreamKind } from './stream-kind.ts'

/** Updates are due within a second. Polling is cheap: checking that nothing was written takes 3 µs. */
const POLL_INTERVAL_MS = 100
/** Under constant writes, polling takes at most this share of the time. */
const MAX_TIME_SHARE = 1 / 20

export type Watch = {
  /** @returns the current snapshot, and how to stop following */
  follow(kind: StreamKind, stream: FollowedStream): { snapshot: Snapshot; unfollow(): void }
  stop(): void
}

type Entry = FollowedStream & { version: string; followers: number }

/** Polls after any write to the database, and when the shop clock reaches a moment at which a stream changes. */
export function createWatch(services: Services): Watch {
  const { db, bus, clock, log } = services
  const followed = new Map<StreamKind, Map<string, Entry>>()
  let timer: NodeJS.Timeout | undefined
  let lastPoll = { writes: '', at: 0, until: 0 }

  function follow(kind: StreamKind, stream: FollowedStream) {
    const entries = followed.get(kind) ?? new Map<string, Entry>()
    followed.set(kind, entries)
    const { snapshots, until } = kind.poll(services, [stream])
    const snapshot = snapshots.get(stream.stream)
    if (!snapshot) throw new Error(`no snapshot of ${stream.stream}`)
    const entry = entries.get(stream.stream) ?? { ...stream, version: snapshot.version, followers: 0 }
    entry.followers++
    entries.set(stream.stream, entry)
    lastPoll.until = Math.min(lastPoll.until, until)
    timer ??= setTimeout(poll, POLL_INTERVAL_MS).unref()
    return { snapshot, unfollow: () => unfollow(kind, entry) }
  }

  function unfollow(kind: StreamKind, entry: Entry) {
    entry.followers--
    const entries = followed.get(kind)
    if (entry.followers > 0 || !entries) return
    entries.delete(entry.stream)
    if (entries.size === 0) followed.delete(kind)
  }

  function poll() {
    if (followed.size === 0) return stop()
    const startedAt = performance.now()
    try {
      pollIfChanged()
    } catch (error) {
      log.error({ err: error }, 'polling the live streams failed')
    }
    const duration = performance.now() - startedAt
    timer = setTimeout(poll, Math.max(POLL_INTERVAL_MS, duration / MAX_TIME_SHARE)).unref()
  }

  function pollIfChanged() {
    const now = clock.now()
    const writes = writesIn(db)
    // A demo shop's clock may be set back, and then expired holds count again.
    if (writes === lastPoll.writes && now < lastPoll.until && now >= lastPoll.at) return
    lastPoll = { writes, at: now, until: pollAll() }
  }

  /** @returns until when nothing changes without a write */
  function pollAll(): Instant {
    let soonest = Number.POSITIVE_INFINITY
    for (const [kind, entries] of followed) {
      const { snapshots, until } = pollKind(kind, [...entries.values()])
      soonest = Math.min(soonest, until)
      for (const [stream, snapshot] of snapshots) broadcastIfChanged(entries.get(stream), snapshot)
    }
    return soonest
  }

  /** A stream that can't be polled keeps no other one from its news. It's tried again with the next write. */
  function pollKind(kind: StreamKind, entries: Entry[]): Poll {
    try {
      return kind.poll(services, entries)
    } catch (error) {
      if (entries.length > 1) return joined(entries.map((entry) => pollKind(kind, [entry])))
      log.error({ err: error }, 'polling a live stream failed')
      return joined([])
    }
  }

  function broadcastIfChanged(entry: Entry | undefined, snapshot: Snapshot) {
    if (!entry || entry.version === snapshot.version) return
    entry.version = snapshot.version
    try {
      bus.broadcast(entry.stream, snapshot.render())
    } catch (error) {
      log.error({ err: error }, 'broadcasting a live stream failed')
    }
  }

  function stop() {
    clearTimeout(timer)
    timer = undefined
  }

  return { follow, stop }
}

const joined = (polls: Poll[]): Poll => ({
  snapshots: new Map(polls.flatMap(({ snapshots }) => [...snapshots])),
  until: Math.min(Number.POSITIVE_INFINITY, ...polls.map(({ until }) => until)),
})

/** Differs after every write, by this process or another. */
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
