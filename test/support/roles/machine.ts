import { both, done, type Line, open, shown, staffs } from './lines.ts'

export const MACHINE: Record<string, Line> = {
  // The back office.
  'GET /staff/data-requests': staffs(both(200)),
  'POST /staff/data-requests/:requestToken': staffs(done, ({ tokens }) => ({
    params: { requestToken: tokens.request },
    fields: { decision: 'refuse', reason: 'A refund is open.' },
  })),

  // The machine, other programs, and what only a demo shop has.
  'GET /healthz': open(),
  'GET /readyz': open(both(503)),
  'GET /metrics': open(),
  'GET /cable': open(both(404)),
  'POST /webhooks/stripe': open(both(400)),
  'ALL /embedded-payments/*': open(),
  'GET /outbox': shown(open()),
  'GET /outbox.json': shown(open()),
  'GET /behaviours': open(),
  'GET /behaviours/:name': open(both(200), () => ({ params: { name: 'accordion' } })),
  'GET /dev/mails': open(),
  'GET /dev/mails/:file': open(both(200), () => ({ params: { file: 'receipt.html' } })),
}
