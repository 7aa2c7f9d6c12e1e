import { createTransport } from 'nodemailer'
import { sha256 } from '../../tokens.ts'
import type { Mailer } from './mailer.ts'

const TIMEOUT_MS = 10_000

/** Any SMTP server. The message id derives from the key, so that mail servers recognize a repeat. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const url = new URL(smtpUrl)
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ key, to, subject, html, text, headers }) {
      // An address object, not header text: nothing in it can start another header.
      const recipient = { name: '', address: to }
      await transport.sendMail({
        from,
        to: recipient,
        subject,
        html,
        text,
        messageId: `<${sha256(key)}@${domain}>`,
        ...(headers ? { headers } : {}),
      })
    },
  }
}
