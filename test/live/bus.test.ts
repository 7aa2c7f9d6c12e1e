import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBus } from '#src/bus.ts'

const LISTENERS = 250

function followed() {
  const errors: unknown[] = []
  const bus = createBus((error) => errors.push(error))
  const heard = Array.from({ length: LISTENERS }, (): string[] => [])
  const leave = heard.map((own) => bus.listen('box', (html) => void own.push(html)))
  return { bus, heard, leave, errors }
}

test('RT-2 a broadcast to thousands of pages goes out a hundred at a time, in order, and skips pages that left meanwhile', async () => {
  const { bus, heard, leave } = followed()
  bus.broadcast('box', 'on the van')
  bus.broadcast('box', 'at the door')
  expect(heard.filter((own) => own.length > 0)).toHaveLength(100)
  leave[LISTENERS - 1]?.()
  for (let turn = 0; turn < 6; turn += 1) await nextTurn()
  expect(heard.pop()).toEqual([])
  expect(heard.every((own) => own.join() === 'on the van,at the door')).toBe(true)
})

test('RT-2 a listener that throws is reported and does not keep the others from their messages', async () => {
  const { bus, heard, errors } = followed()
  bus.listen('box', () => {
    throw new Error('closed')
  })
  bus.listen('box', (html) => void heard[0]?.push(html))
  bus.broadcast('box', 'on the van')
  for (let turn = 0; turn < 4; turn += 1) await nextTurn()
  expect([errors.map(String), heard[0]]).toEqual([['Error: closed'], ['on the van', 'on the van']])
})

test('RT-2 a listener may broadcast and unsubscribe', async () => {
  const { bus } = followed()
  const heard: string[] = []
  const leave = bus.listen('door', (html) => {
    heard.push(html)
    leave()
    bus.broadcast('door', 'again')
  })
  bus.broadcast('door', 'once')
  await nextTurn()
  expect(heard).toEqual(['once'])
})
