import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { corporateGiftingContacts, outboxMessages } from '#db/schema/index.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { signedIn } from '../../support/account.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { RUTH } from '../../support/staff.ts'
import { validator } from '../../support/valid-html.ts'
import { world } from '../../support/world.ts'

const CALL = '/v1/corporate_gifting_contact/'

const QUESTION = {
  name: 'Ana Whitcomb',
  email: 'ana@example.com',
  company: 'Whitcomb & Sons',
  phone_number: '(206) 555-0142',
  quantity: '40',
  message: 'Forty boxes for our drivers.\r\nBy December 20, to one address.',
}

async function scene() {
  const made = await world()
  const ana = await made.shopper()
  return {
    ...made,
    ana,
    kept: () => made.db.select().from(corporateGiftingContacts).all(),
    mails: async () => {
      await runDueJobs(made.services)
      return made.db.select().from(outboxMessages).all()
    },
  }
}

test("CAP-6 a company's question is stored, and mailed to the shop and nobody else", async () => {
  const { ana, kept, mails, clock } = await scene()
  const answer = await ana.call('POST', CALL, QUESTION)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { message: 'Thanks! Someone on our team will read this and email you back.' },
  ])
  expect(kept()).toEqual([
    {
      id: expect.any(Number),
      digest: expect.any(String),
      name: 'Ana Whitcomb',
      email: 'ana@example.com',
      company: 'Whitcomb & Sons',
      phone: '+12065550142',
      quantity: 40,
      message: 'Forty boxes for our drivers.\nBy December 20, to one address.',
      askedAt: clock.now(),
    },
  ])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'help@droveway.example',
    subject: 'Corporate gifting: Whitcomb & Sons',
  })
  for (const text of ['Ana Whitcomb', 'ana@example.com', '(206) 555-0142', '40', 'By December 20'])
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(text)
  expect(mail?.html).toContain('Whitcomb &amp; Sons')
})

test('CAP-6 the page has the form, and a plain submit is confirmed there', async () => {
  const { ana, kept } = await scene()
  const html = await (await ana.visit('/corporate-gifting')).text()
  const form = /<form[^>]*action="\/v1\/corporate_gifting_contact\/"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  for (const name of Object.keys(QUESTION)) expect(form).toContain(`name="${name}"`)
  const sent = await ana.submit('POST', CALL, QUESTION)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/corporate-gifting'])
  expect(await (await ana.visit('/corporate-gifting')).text()).toContain(
    'Thanks! Someone on our team will read this',
  )
  expect(kept()).toHaveLength(1)
  expect(await (await ana.visit('/')).text()).toContain('href="/corporate-gifting"')
})

test('CAP-6 a duplicate is one question with the same response; a changed one is another', async () => {
  const { ana, kept, mails } = await scene()
  const ask = async (more: object = {}) => {
    const answer = await ana.call('POST', CALL.slice(0, -1), { ...QUESTION, ...more })
    return [answer.status, await answer.text()]
  }
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(await ask({ quantity: 50 })).toEqual(first)
  expect(kept()).toHaveLength(2)
  expect(await mails()).toHaveLength(2)
})

test('CAP-6 name, email and message are the only required fields', async () => {
  const { ana, kept } = await scene()
  const { name, email, message } = QUESTION
  expect((await ana.call('POST', CALL, { name, email, message })).status).toBe(200)
  expect(kept()).toEqual([expect.objectContaining({ company: null, phone: null, quantity: null })])
})

const GIVEN = 'Please fill this in.'
const SHORTER = 'Please shorten this and use plain text.'

test.each([
  ['name', '', GIVEN],
  ['name', 'x'.repeat(201), SHORTER],
  ['name', 'Ana\r\nBcc: everyone@example.com', SHORTER],
  ['name', ['Ana'], SHORTER],
  ['email', '', GIVEN],
  ['email', 'ana', 'Please enter a valid email address.'],
  ['email', 'ana@example.com, ben@example.com', 'Please enter a valid email address.'],
  ['email', 'ana@example.com\nBcc: x@example.com', SHORTER],
  ['company', 'x'.repeat(201), SHORTER],
  ['company', { $ne: null }, SHORTER],
  ['phone_number', '555-0142', 'Please enter a 10 digit phone number'],
  ['quantity', '0', 'Please enter a whole number of boxes.'],
  ['quantity', '-3', 'Please enter a whole number of boxes.'],
  ['quantity', '1e3', 'Please enter a whole number of boxes.'],
  ['quantity', '999999', 'Please enter a whole number of boxes.'],
  ['message', '  \r\n ', GIVEN],
  ['message', 'x'.repeat(5_001), SHORTER],
  ['message', 'a\u0000b', SHORTER],
  ['message', 'a\u202eb', SHORTER],
  ['message', 7, SHORTER],
])(
  'CAP-6 %s %j is refused at its field, and the form keeps what was typed',
  async (field, value, sentence) => {
    const { ana, db } = await scene()
    const before = dump(db)
    const answer = await ana.call('POST', CALL, { ...QUESTION, [field]: value })
    expect(answer.status).toBe(422)
    expect((await answer.json()).message).toMatch(new RegExp(`: ${sentence.replaceAll('.', '\\.')}$`))

    if (typeof value === 'string') {
      const page = await ana.submit('POST', CALL, { ...QUESTION, [field]: value })
      expect(page.status).toBe(422)
      const html = await page.text()
      const id = `gifting_${field === 'phone_number' ? 'phone' : field}`
      expect(html).toContain(`id="${id}_error">${sentence}<`)
      expect(html).toMatch(new RegExp(`id="${id}"[^>]*aria-invalid="true"`))
      if (field !== 'message') expect(html).toContain('Forty boxes for our drivers.')
    }
    expect(changedTables(before, dump(db))).toEqual([])
  },
)

test('CAP-6 GND-10 what was typed is shown escaped', async () => {
  const { ana } = await scene()
  const evil = '"><script>alert(1)</script></textarea>'
  const html = await (await ana.submit('POST', CALL, { name: evil, message: evil, email: 'x' })).text()
  expect(html).not.toContain('<script>alert')
  expect(html.match(/&lt;script&gt;alert\(1\)/g)).toHaveLength(2)
})

describe('SEC-3 R19 corporate_gifting_contact', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('5 a minute and 20 an hour per IP address, across visitors', async () => {
    const { shopper } = await world({ config: { rateLimited: true } })
    const visitors = [await shopper(), await shopper()]
    let sent = 0
    const send = async () => {
      sent += 1
      return (await visitors[sent % 2]!.call('POST', CALL, { ...QUESTION, name: `Ana ${sent}` })).status
    }
    for (let minute = 0; minute < 4; minute += 1) {
      const seen: number[] = []
      for (let count = 0; count < 6; count += 1) seen.push(await send())
      expect(seen).toEqual([200, 200, 200, 200, 200, 429])
      vi.setSystemTime(Date.now() + 61_000)
    }
    expect(await send()).toBe(429) // the hourly limit is used up
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await send()).toBe(200)
  })
})

test("CAP-6 staff see the companies' questions, newest first, with contact details", async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const empty = await (await ruth.visit('/staff/gifting')).text()
  expect(empty).toContain('No questions yet')
  const ask = (fields: Record<string, string>) =>
    ruth.call('POST', '/v1/corporate_gifting_contact/', { name: 'Ida Roe', message: '<b>Hi</b>', ...fields })
  expect((await ask({ email: 'ida@example.com', company: 'Roe & Co', quantity: '300' })).status).toBe(200)
  expect((await ask({ email: 'roe@example.com' })).status).toBe(200)
  const { questions, total } = await (await ruth.call('GET', '/staff/gifting')).json()
  expect([total, questions.map(({ email }: { email: string }) => email)]).toEqual([
    2,
    ['roe@example.com', 'ida@example.com'],
  ])
  const page = await (await ruth.visit('/staff/gifting')).text()
  expect(page).toContain('Roe &amp; Co, 300 boxes')
  expect(page).toContain('&lt;b&gt;Hi&lt;/b&gt;')
  expect((await validator.validateString(page)).results).toEqual([])
  expect((await ruth.call('GET', '/staff/gifting?page=2')).status).toBe(404)
})
