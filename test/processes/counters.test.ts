import { expect, test } from 'vitest'
import { createCounters } from '#src/processes/counters.ts'
import { createDialog, type Dialog, type Question } from '#src/processes/dialog.ts'

/** A supervisor and a process, connected only for questions. */
function connected(answer: (question: Question) => Promise<unknown>) {
  const ends: { ours: Dialog; theirs: Dialog } = {
    ours: createDialog({
      send: (message) => queueMicrotask(() => ends.theirs.receive(message)),
      answer,
      heed: () => undefined,
    }),
    theirs: createDialog({
      send: (message) => queueMicrotask(() => ends.ours.receive(message)),
      answer: async () => null,
      heed: () => undefined,
    }),
  }
  return ends.theirs
}

test('OPS-14 processes that count the same key share one count', async () => {
  const countFor = createCounters()
  const answer = async (question: Question) => (question.about === 'count' ? countFor(question.call) : null)
  const [one, other] = [connected(answer), connected(answer)]
  const call = { counter: '0:60', seconds: 60, key: 'network', change: 1 } as const
  const counts = await Promise.all(
    [one, other, one, other].map((dialog) => dialog.ask({ about: 'count', call })),
  )
  expect(counts).toMatchObject([{ count: 1 }, { count: 2 }, { count: 3 }, { count: 4 }])
  expect(await one.ask({ about: 'count', call: { ...call, change: -1 } })).toMatchObject({ count: 3 })
  expect(await one.ask({ about: 'count', call: { ...call, counter: '1:60', change: 0 } })).toMatchObject({
    count: 0,
  })
})
