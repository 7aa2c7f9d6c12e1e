import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import { cacheTotals, MAX_CACHED_BYTES } from './byte-cache.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** One registry per server, because tests run several in a process. */
export function createMetrics() {
  const registry = new Registry()
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by method, route pattern and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.01, 0.05, 0.2, 1, 5],
      registers: [registry],
    }),
    orders: new Counter({ name: 'orders_paid_total', help: 'Orders completed', registers: [registry] }),
    refunds: new Counter({
      name: 'late_money_refunded_total',
      help: 'Payments refunded because the order could not be placed',
      registers: [registry],
    }),
    oldestOpenPayment: new Gauge({
      name: 'payment_longest_silence_seconds',
      help: 'Time since the provider last told us about the open payment it was silent about the longest',
      aggregator: 'max',
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'jobs_finished_total',
      help: 'Jobs by kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    jobHeartbeat: new Gauge({
      name: 'job_heartbeat_seconds',
      help: 'When the job worker last polled, in seconds since 1970',
      aggregator: 'min',
      registers: [registry],
    }),
    openFlags: new Gauge({
      name: 'staff_flags_open',
      help: 'Flags that staff have not resolved, by kind',
      aggregator: 'first',
      labelNames: ['kind'],
      registers: [registry],
    }),
    failedJobs: new Gauge({
      name: 'jobs_failed',
      help: 'Jobs that were given up and wait for staff',
      aggregator: 'first',
      registers: [registry],
    }),
    oldestDueJob: new Gauge({
      name: 'job_longest_wait_seconds',
      help: 'How long the job that fell due first has waited for a place',
      aggregator: 'max',
      registers: [registry],
    }),
    cableSockets: new Gauge({ name: 'cable_sockets', help: 'Sockets open', registers: [registry] }),
    cableSubscriptions: new Gauge({
      name: 'cable_subscriptions',
      help: 'Streams that open sockets follow',
      registers: [registry],
    }),
    cableMessages: new Counter({
      name: 'cable_messages_sent_total',
      help: 'Messages sent to sockets, heartbeats included',
      registers: [registry],
    }),
    cableRejected: new Counter({
      name: 'cable_subscriptions_rejected_total',
      help: 'Subscriptions refused: forged, foreign, unknown or too many',
      registers: [registry],
    }),
    cableCut: new Counter({
      name: 'cable_sockets_ended_total',
      help: 'Sockets ended by the server, by reason',
      labelNames: ['why'],
      registers: [registry],
    }),
    analyticsRows: new Counter({
      name: 'analytics_rows_total',
      help: 'Visits and events that pages reported: written, dropped because too many waited, or failed',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    analyticsBytes: new Gauge({
      name: 'analytics_waiting_bytes',
      help: 'Memory of visits and events that wait to be written',
      registers: [registry],
    }),
    refusedAdmissions: new Counter({
      name: 'admissions_refused_total',
      help: 'Requests refused and connections cut because one network or connection took too much',
      labelNames: ['why'],
      registers: [registry],
    }),
    cachedBytes: new Gauge({
      name: 'cached_bytes',
      help: 'Memory of caches by kind, together at most cached_bytes_limit',
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        for (const [kind, bytes] of cacheTotals().bytesByKind) this.set({ kind }, bytes)
      },
    }),
    cachedBytesLimit: new Gauge({
      name: 'cached_bytes_limit',
      help: 'The most that all caches together may hold',
      registers: [registry],
      collect() {
        this.set(MAX_CACHED_BYTES)
      },
    }),
    collectProcess: () => collectDefaultMetrics({ register: registry }),
  }
}
