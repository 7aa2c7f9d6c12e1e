import { textSignature } from '#src/providers/texts/signature.ts'
import { PHONE } from './texts.ts'
import type { World } from './world.ts'

type Post = { path?: string; signature?: string; signedUrl?: string }

/** Posts an incoming text as the gateway does. */
export async function postText(
  shop: World,
  fields: Record<string, string>,
  { path = '/webhooks/sms', ...given }: Post = {},
) {
  const body = new URLSearchParams(fields)
  const url = given.signedUrl ?? `${shop.config.appUrl}${path}`
  const answer = await shop.app.request(`http://forged.example${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': given.signature ?? textSignature(url, body, shop.config.texts.authToken),
    },
    body,
  })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** A status report as the gateway posts it to `/webhooks/sms/status`. */
export const report = (sid: string, status: string, more: Record<string, string> = {}) => ({
  MessageSid: sid,
  MessageStatus: status,
  To: PHONE,
  From: '+12065550199',
  ...more,
})
