import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { smtpMailer } from '#src/providers/mail/smtp-mailer.ts'

type Received = { to: string[]; raw: string }

let server: SMTPServer | undefined
afterEach(() => server?.close())

/** A real SMTP server on a free port that stores what it receives. */
async function postOffice(refuse = false) {
  const received: Received[] = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse) return done(new Error('450 try later'))
        received.push({
          to: session.envelope.rcptTo.map((rcpt) => rcpt.address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const mailerFor = (url: string) => smtpMailer(url, 'Droveway <help@droveway.example>')
  return { received, port, mailerFor, mailer: mailerFor(`smtp://127.0.0.1:${port}`) }
}

const receipt = {
  key: 'receipt:abc',
  to: 'ana@example.com',
  subject: 'Your box is coming',
  html: '<p>Ribeye</p>',
  text: 'Ribeye',
}

test('OPS-4 a mail has both parts, and its key determines its message id', async () => {
  const { received, mailer } = await postOffice()
  await mailer.send(receipt)
  await mailer.send(receipt)
  const [first, second] = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)))
  expect(first).toMatchObject({
    subject: 'Your box is coming',
    from: { address: 'help@droveway.example', name: 'Droveway' },
  })
  expect(first!.html).toContain('<p>Ribeye</p>')
  expect(first!.text).toContain('Ribeye')
  expect(first!.messageId).toBe(second!.messageId)
})

test("SET-2 custom headers are sent, and a line break in one can't inject another", async () => {
  const { received, mailer } = await postOffice()
  const headers = {
    'List-Unsubscribe': '<https://shop.example/unsubscribe/abc>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Odd': 'a\r\nBcc: spy@example.com',
  }
  await mailer.send({ ...receipt, headers })
  const mail = await PostalMime.parse(received[0]!.raw)
  const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(headerOf('list-unsubscribe')).toBe('<https://shop.example/unsubscribe/abc>')
  expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.bcc).toBeUndefined()
})

test('OPS-4 a line break in the subject injects no header', async () => {
  const { received, mailer } = await postOffice()
  await mailer.send({ ...receipt, subject: 'Hello\r\nBcc: spy@example.com', to: 'ana@example.com' })
  expect(received[0]!.to).toEqual(['ana@example.com'])
  const mail = await PostalMime.parse(received[0]!.raw)
  expect(mail.bcc).toBeUndefined()
})

test('OPS-4 a server that refuses a mail is an error, so the job retries', async () => {
  const { mailer } = await postOffice(true)
  await expect(mailer.send(receipt)).rejects.toThrow()
})

test('SEC-7 a remote server without TLS gets neither the password nor the mail', async () => {
  const { received, port, mailerFor } = await postOffice()
  const elsewhere = `smtp://shop:s3cret@0.0.0.0:${port}` // this machine, but not by a loopback name
  await expect(mailerFor(elsewhere).send(receipt)).rejects.toThrow(/STARTTLS/)
  expect(received).toEqual([])

  await mailerFor(`smtp://0.0.0.0:${port}?tls=no`).send(receipt)
  expect(received).toHaveLength(1)
})
