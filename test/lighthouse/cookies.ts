import { DEMO_PASSWORD } from '../../src/demo/accounts.ts'

/** The cookie of a browser with an item in its cart, so that the cart page is audited as shoppers see it. */
export async function cookieOfFilledBox(origin: string): Promise<string> {
  const visitor = await comeIn(origin, '/shop')
  const [, path = ''] = /action="(\/cart\/items\/[^"]+)"/.exec(visitor.html) ?? []
  return visitor.post(path, { quantity: 2 })
}

/** The cookie of a demo account with deliveries and ratings. */
export async function cookieOfShopper(origin: string): Promise<string> {
  const visitor = await comeIn(origin, '/signin')
  return visitor.post('/v1/cc_signin', { email: 'shopper@example.com', password: DEMO_PASSWORD })
}

async function comeIn(origin: string, path: string) {
  const page = await fetch(origin + path)
  const html = await page.text()
  const cookie = cookieOf(page)
  const [, token = ''] = /name="csrf-token" content="([^"]+)"/.exec(html) ?? []
  return {
    html,
    async post(to: string, fields: object): Promise<string> {
      const answer = await fetch(origin + to, {
        method: 'POST',
        headers: {
          Cookie: cookie,
          Origin: origin,
          'X-CSRF-Token': token,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(fields),
      })
      if (!answer.ok) throw new Error(`${to} answered ${answer.status}: ${await answer.text()}`)
      return cookieOf(answer) || cookie
    },
  }
}

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
