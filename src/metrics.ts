import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** One registry a server, so that several in one process (tests) do not count together. */
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
      help: 'Payments that could not be kept',
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
      help: 'When the job worker last looked for work, seconds since 1970',
      registers: [registry],
    }),
    cableSockets: new Gauge({ name: 'cable_sockets', help: 'Sockets open', registers: [registry] }),
    cableSubscriptions: new Gauge({
      name: 'cable_subscriptions',
      help: 'Streams that open sockets listen to',
      registers: [registry],
    }),
    cableMessages: new Counter({
      name: 'cable_messages_sent_total',
      help: 'Messages written to sockets, beats included',
      registers: [registry],
    }),
    cableRejected: new Counter({
      name: 'cable_subscriptions_rejected_total',
      help: 'Subscriptions refused: forged, foreign, unknown or too many',
      registers: [registry],
    }),
    cableCut: new Counter({
      name: 'cable_sockets_ended_total',
      help: 'Sockets ended by the server, by why',
      labelNames: ['why'],
      registers: [registry],
    }),
    collectProcess: () => collectDefaultMetrics({ register: registry }),
  }
}
