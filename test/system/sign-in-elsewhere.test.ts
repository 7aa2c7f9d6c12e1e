import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { closeWindows, sharedBrowser } from '../support/browser.ts'
import { closeWithFile } from '../support/close-afterwards.ts'
import { type OidcProvider, openOidcProvider } from '../support/oidc-provider.ts'
import { withProcesses } from '../support/processes.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

/** A stand-in for Google's script: a checkbox that fills the form's field once. */
const GOOGLE_SCRIPT = `
  window.grecaptcha = {
    ready: (then) => setTimeout(then),
    render(place, { sitekey }) {
      const box = document.createElement('input')
      const field = document.createElement('textarea')
      Object.assign(box, { type: 'checkbox', ariaLabel: 'I am no robot, ' + sitekey })
      Object.assign(field, { name: 'g-recaptcha-response', ariaLabel: 'response' })
      box.addEventListener('change', () => { field.value = box.checked ? 'human' : '' })
      place.append(box, field)
      return this.drawn.push([box, field]) - 1
    },
    reset(widget) {
      const [box, field] = this.drawn[widget]
      box.checked = false
      field.value = ''
    },
    drawn: [],
  }`

let browser: Browser
let provider: OidcProvider
let visitor: Visitor
let origin: string
let end = () => {}
let playing: Promise<void>

beforeAll(async () => {
  browser = await sharedBrowser()
  const judge = await openJudge()
  await new Promise<void>((begun, failed) => {
    playing = withProcesses(async (processes) => {
      const port = await processes.freePort()
      origin = `http://localhost:${port}`
      provider = await openOidcProvider({ shop: origin })
      const { clientId, clientSecret } = provider.config()
      const env = {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: String(clientSecret),
        RECAPTCHA_SITE_KEY: 'a-site-key',
        RECAPTCHA_SECRET_KEY: 'a-secret-key',
        RECAPTCHA_URL: judge,
      }
      await processes.server({ databasePath: await processes.database('elsewhere'), port, env })
      visitor = await createVisitor(browser, origin)
      begun()
      await new Promise<void>((ended) => {
        end = ended
      })
    })
    playing.catch(failed)
  })
})

afterAll(async () => {
  await closeWindows()
  end()
  await playing
})

/** Google's siteverify endpoint, as the shop's server sees it. */
async function openJudge(): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const success = new URLSearchParams(body).get('response') === 'human'
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success }))
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  closeWithFile(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
}

const letGoogleIn = (page: Page) =>
  page.route('https://www.google.com/recaptcha/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: GOOGLE_SCRIPT }),
  )

test('ACC-9 a click leads to the provider and back to the intended page, signed in, under a single CSP', async () => {
  const { page } = visitor
  await letGoogleIn(page)
  provider.knows({ sub: 'nora', email: 'nora@example.com', email_verified: true, given_name: 'Nora' })
  provider.expects('nora')
  await openAndWait(page, '/signin?redirect_url=/shop/beef')
  await page.getByLabel('I am no robot').waitFor()
  await visitor.expectAllWell('the sign-in page with a provider and a captcha')
  await page.getByRole('link', { name: 'Continue with 127.0.0.1' }).click()
  await page.waitForURL('**/shop/beef')
  await page.getByText('Welcome! Your account is ready.').waitFor()
  await visitor.expectAllWell('signed in')

  provider.expects(null)
  const other = await createVisitor(browser, origin)
  await letGoogleIn(other.page)
  await openAndWait(other.page, '/auth/oidc?redirect_url=/shop/beef')
  await other.page.getByText('share your details with us').waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/signin')
  await other.close()
})

test("ACC-9 a response that the provider posts as a form reaches the browser's session", async () => {
  const other = await createVisitor(browser, origin)
  const { page } = other
  provider.knows({ sub: 'ben', email: 'other@example.com', email_verified: true })
  provider.expects('ben')
  await openAndWait(page, '/shop')
  const away = await page.request.get('/auth/oidc?redirect_url=/cart', { maxRedirects: 0 })
  await openAndWait(page, `${away.headers().location}&response_mode=form_post`)
  await page.waitForURL('**/cart')
  await page.getByText(/From now on, you can sign in with 127\.0\.0\.1:\d+/).waitFor()
  await other.close()
})

test('ACC-10 the captcha is there after visits and toggling, is good for one try, and lets a person in', async () => {
  const other = await createVisitor(browser, origin)
  const { page } = other
  await letGoogleIn(page)
  await openAndWait(page, '/')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.waitForURL('**/signin*')
  await controllersConnected(page) // until then they're links to other pages
  const box = page.getByLabel('I am no robot, a-site-key')
  await page.getByLabel('Email', { exact: true }).first().fill('other@example.com')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await box.waitFor()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  const enter = page.getByRole('button', { name: 'Sign in', exact: true })
  await enter.click()
  await page.getByText("Please check the “I'm not a robot” box.").waitFor()

  await page.getByLabel('Password').fill('not the password')
  await box.check()
  await enter.click()
  await page.getByText('Unable to sign in. Please try again.').waitFor()
  expect(await box.isChecked()).toBe(false)

  await page.goBack()
  await page.goForward()
  await box.waitFor()
  expect(await page.getByLabel('response').count()).toBe(1)
  await page.getByLabel('Email', { exact: true }).first().fill('other@example.com')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await box.check()
  await enter.click()
  await page.getByRole('link', { name: 'Account' }).first().waitFor()
  await other.close()
})

test("ACC-10 if Google's script doesn't load, the form says so and stays enabled", async () => {
  const other = await createVisitor(browser, origin)
  const { page } = other
  await page.route('https://www.google.com/recaptcha/**', (route) => route.abort())
  await openAndWait(page, '/signin')
  await page.getByText("check didn't load").waitFor()
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled()).toBe(true)
  await other.close()
})
