/** A browser's cookie with one thing in its box, so that the page of the box is looked at as shoppers see it. */
export async function cookieOfFilledBox(origin: string): Promise<string> {
  const page = await fetch(`${origin}/shop`)
  const html = await page.text()
  const cookie = cookieOf(page)
  const [, token = ''] = /name="csrf-token" content="([^"]+)"/.exec(html) ?? []
  const [, path = ''] = /action="(\/cart\/items\/[^"]+)"/.exec(html) ?? []
  const added = await fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: origin, 'X-CSRF-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ quantity: 2 }),
  })
  if (!added.ok) throw new Error(`the box took nothing: ${added.status} ${await added.text()}`)
  return cookieOf(added) || cookie
}

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
