import { reasonOf } from '../reason.ts'

export type Check = { name: string; ok: boolean; detail: string }

/** @returns what is fine, or `wrong(…)`. A check that throws is wrong: on a damaged shop any of them may. */
type Work = () => string | Wrong | Promise<string | Wrong>

class Wrong {
  constructor(readonly detail: string) {}
}

export const wrong = (detail: string) => new Wrong(detail)

export async function check(name: string, work: Work): Promise<Check> {
  try {
    const found = await work()
    return found instanceof Wrong
      ? { name, ok: false, detail: found.detail }
      : { name, ok: true, detail: found }
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) }
  }
}
