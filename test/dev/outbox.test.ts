import { expect, test } from 'vitest'
import { outboxMessages } from '#db/schema/index.ts'
import { linksIn } from '#src/dev/outbox.ts'
import { NOW } from '../support/now.ts'
import { world } from '../support/world.ts'

const mail = (key: string, createdAt: number) => ({
  key,
  kind: 'email' as const,
  recipient: 'ana@example.com',
  subject: `Your order ${key} <b>`,
  text: 'See http://localhost:3000/order/abc/confirmation.',
  html: '<a href="http://localhost:3000/order/abc/confirmation?a=1&amp;b=2">See</a>',
  createdAt,
})

test("a demo shop's outbox lists its messages, newest first, with their links", async () => {
  const { db, shopper } = await world()
  db.delete(outboxMessages).run()
  db.insert(outboxMessages)
    .values([mail('1', NOW), mail('2', NOW + 1)])
    .run()
  const visitor = await shopper()
  const answer = await visitor.call('GET', '/outbox.json')
  expect(answer.status).toBe(200)
  const { messages } = (await answer.json()) as { messages: Record<string, unknown>[] }
  expect(messages.map((message) => message.subject)).toEqual(['Your order 2 <b>', 'Your order 1 <b>'])
  expect(messages[0]).toEqual({
    kind: 'email',
    to: 'ana@example.com',
    subject: 'Your order 2 <b>',
    text: mail('2', 0).text,
    html: mail('2', 0).html,
    created_at: new Date(NOW + 1).toISOString(),
    links: [
      'http://localhost:3000/order/abc/confirmation?a=1&b=2',
      'http://localhost:3000/order/abc/confirmation',
    ],
  })
  const page = await (await visitor.visit('/outbox')).text()
  expect(page).toContain('Your order 2 &lt;b&gt;')
})

test('GND-10 the outbox shows the newest 200', async () => {
  const { db, shopper } = await world()
  db.insert(outboxMessages)
    .values(Array.from({ length: 205 }, (_, number) => mail(`n${number}`, NOW + number)))
    .run()
  const { messages } = (await (await (await shopper()).call('GET', '/outbox.json')).json()) as {
    messages: { subject: string }[]
  }
  expect(messages).toHaveLength(200)
  expect(messages[0]?.subject).toContain('n204')
})

test('a live shop has no outbox', async () => {
  const { shopper } = await world({ config: { demo: false } })
  const visitor = await shopper()
  expect((await visitor.visit('/outbox')).status).toBe(404)
  expect((await visitor.call('GET', '/outbox.json')).status).toBe(404)
})

test('a link ends before the punctuation of its sentence', () => {
  expect(linksIn('', 'Go to https://a.example/x?y=1, or (https://b.example/z).')).toEqual([
    'https://a.example/x?y=1',
    'https://b.example/z',
  ])
})
