/** The shop refused, as it may. A bug in the shop is thrown as an error instead. */
export class Refused extends Error {}

export async function asked(answer: Response | Promise<Response>): Promise<Response> {
  const response = await answer
  if (response.status < 400) return response
  const text = await response.text()
  if (response.status >= 500 && response.status !== 503) throw new Error(`${response.status} ${text}`)
  throw new Refused(text)
}

export const jsonOf = async <T>(answer: Promise<Response>) => (await (await asked(answer)).json()) as T

export function passRefusal(error: unknown) {
  if (!(error instanceof Refused)) throw error
}
