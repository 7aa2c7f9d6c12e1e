import { createHmac } from 'node:crypto'
import { isSame } from '../../tokens.ts'

const PREFIX = 'hmac-sha256-hex='

/** EasyPost's scheme. Over the raw bytes: a body that is parsed and written again loses the `.0` of `136.0`. */
export const webhookSignature = (body: string | Buffer, secret: string): string =>
  PREFIX +
  createHmac('sha256', Buffer.from(secret.normalize('NFKD'), 'utf8'))
    .update(body)
    .digest('hex')

export const isSignedBy = (body: Buffer, header: string | undefined, secret: string): boolean =>
  header !== undefined &&
  isSame(Buffer.from(header.toLowerCase()), Buffer.from(webhookSignature(body, secret)))
