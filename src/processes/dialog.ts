/** Questions, answers and notices between the supervisor and one server process; either may ask. */

export type CountCall = { counter: string; seconds: number; key: string; change: Change }
export type Change = 1 | -1 | 0
export type Question = { about: 'count'; call: CountCall } | { about: 'metrics' }

/** `serving`: the process answers requests. `open`: all do. */
export type Notice = 'serving' | 'open' | 'stop'

export type Message =
  | { id: number; question: Question }
  | { id: number; answer: unknown }
  | { notice: Notice }

type Ends = {
  send(message: Message): void
  answer(question: Question): Promise<unknown>
  heed(notice: Notice): void
}

export type Dialog = ReturnType<typeof createDialog>

export function createDialog({ send, answer, heed }: Ends) {
  const waiting = new Map<number, (answer: unknown) => void>()
  let lastId = 0
  return {
    tell: (notice: Notice) => send({ notice }),
    /** Stays open if the other end dies. */
    ask(question: Question): Promise<unknown> {
      const id = ++lastId
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        send({ id, question })
      })
    },
    receive(message: Message) {
      if ('notice' in message) return heed(message.notice)
      const { id } = message
      if ('question' in message)
        return void answer(message.question).then((given) => send({ id, answer: given }))
      waiting.get(id)?.(message.answer)
      waiting.delete(id)
    },
  }
}
