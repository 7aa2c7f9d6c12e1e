import { createTransport } from 'nodemailer'
import { isLoopback } from '../../config/loopback.ts'
import { sha256 } from '../../tokens.ts'
import type { Mailer } from './mailer.ts'

const TIMEOUT_MS = 10_000

/** Over TLS, unless the server is on this machine or the URL says `?tls=no`. */
function transportTo(smtpUrl: string) {
  const url = new URL(smtpUrl)
  return createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    // Otherwise whoever removes STARTTLS from the server's greeting gets the password and the sign-in links.
    requireTLS: !isLoopback(url.hostname) && url.searchParams.get('tls') !== 'no',
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and signs in without sending anything. @throws what the server or the network says */
export async function checkSmtp(smtpUrl: string) {
  const transport = transportTo(smtpUrl)
  await transport.verify().finally(() => transport.close())
}

/** Any SMTP server. The message id derives from the key, so that mail servers recognize a repeat. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = transportTo(smtpUrl)
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
