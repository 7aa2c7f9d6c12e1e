import { type Context, Hono } from 'hono'
import { durably } from '#db/client.ts'
import { paths } from '../paths.ts'
import { isTextSignedBy } from '../providers/texts/signature.ts'
import { readBytes } from '../web/body.ts'
import type { AppEnv } from '../web/env.ts'
import { forgeryRefusal } from '../web/webhook-forgery.ts'
import { receiveText } from './incoming.ts'
import { applyReport } from './reports.ts'

export const webhookRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const LIMIT_BYTES = 64 * 1024
const MAX_SID = 64

const refuseForgery = forgeryRefusal()

/** Hands on the posted fields, of which new ones appear without notice, if all of them are signed. */
const signed =
  (handle: (c: Ctx, fields: URLSearchParams) => Promise<Response> | Response) => async (c: Ctx) => {
    const { appUrl, texts } = c.var.services.config
    const bytes = await readBytes(c, LIMIT_BYTES)
    if (bytes === 'too_large') return c.json({ error: 'The request body is too large.' }, 413)
    if (bytes === 'cut_off') return refuseForgery(c)
    const fields = new URLSearchParams(bytes.toString('utf8'))
    const { pathname, search } = new URL(c.req.url)
    const isSigned = isTextSignedBy(
      appUrl + pathname + search,
      fields,
      c.req.header('x-twilio-signature'),
      texts.authToken,
    )
    return isSigned ? handle(c, fields) : refuseForgery(c)
  }

const E164 = /^\+[1-9]\d{6,14}$/

/** Answers go out as texts of their own, so the response is always empty. */
webhookRoutes.post(
  paths.textWebhook.pattern,
  signed(async (c, fields) => {
    const { db, clock, config } = c.var.services
    const [messageSid, phone] = [fields.get('MessageSid') ?? '', fields.get('From') ?? '']
    if (messageSid === '' || messageSid.length > MAX_SID || !E164.test(phone))
      return c.json({ error: 'This is not a text.' }, 422)
    const text = {
      messageSid,
      phone,
      body: fields.get('Body') ?? '',
      optOutType: fields.get('OptOutType') || null,
    }
    await durably(db, (tx) => receiveText(tx, config, text, clock.now()))
    return emptyAnswer(c)
  }),
)

webhookRoutes.post(
  paths.textReports.pattern,
  signed(async (c, fields) => {
    const { db, clock } = c.var.services
    const messageSid = fields.get('MessageSid') ?? ''
    if (messageSid === '' || messageSid.length > MAX_SID)
      return c.json({ error: 'This is not a report.' }, 422)
    const report = {
      messageSid,
      status: (fields.get('MessageStatus') ?? fields.get('SmsStatus') ?? '').toLowerCase(),
      to: fields.get('To') ?? '',
      errorCode: numberIn(fields.get('ErrorCode')),
      textId: numberIn(c.req.query('text') ?? null),
    }
    await durably(db, (tx) => applyReport(tx, report, clock.now()))
    return emptyAnswer(c)
  }),
)

const numberIn = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

const emptyAnswer = (c: Ctx) =>
  c.body('<?xml version="1.0" encoding="UTF-8"?><Response/>', 200, { 'Content-Type': 'text/xml' })
