import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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
    jobs: new Counter({
      name: 'jobs_finished_total',
      help: 'Jobs by kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    jobHeartbeat: new Gauge({
      name: 'job_heartbeat_seconds',
      help: 'When the job worker last polled, in seconds since 1970',
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
    collectProcess: () => collectDefaultMetrics({ register: registry }),
  }
}
