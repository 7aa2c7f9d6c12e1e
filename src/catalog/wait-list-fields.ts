import { z } from 'zod'
import { CAMPAIGN_TYPES } from '#db/schema/index.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { isZip, PHONE_SENTENCE, parsePhone, ZIP_SENTENCE } from '../delivery/rules.ts'
import type { Body } from '../web/env.ts'
import { checkbox, digits, line } from '../web/fields.ts'

export const UNABLE = 'Unable to register this email'

const TOKEN_LENGTH = 64

const Fields = z.object({
  email: line(MAX_EMAIL_LENGTH).refine(isEmail),
  campaign_type: line(20).pipe(z.enum(CAMPAIGN_TYPES).or(z.literal(''))),
  postal_code: line(20).catch('none'),
  sms_marketing: checkbox,
  phone_number: digits(30).catch(''),
})

export type JoinRequest = {
  email: string
  campaignType: (typeof CAMPAIGN_TYPES)[number]
  postalCode: string | null
  /** E.164, only if the box for marketing texts is checked. */
  textsTo: string | null
}

export type JoinRequestRead = { ok: true; request: JoinRequest } | { ok: false; message: string }

/** Older forms send no campaign, so the default depends on whether they name an offer. */
export function readJoinRequest(body: Body, isForOffer: boolean): JoinRequestRead {
  const { data } = Fields.safeParse(body)
  if (!data) return { ok: false, message: UNABLE }
  if (data.postal_code && !isZip(data.postal_code)) return { ok: false, message: ZIP_SENTENCE }
  const textsTo = data.sms_marketing ? parsePhone(data.phone_number) : null
  if (data.sms_marketing && !textsTo) return { ok: false, message: PHONE_SENTENCE }

  const campaignType = data.campaign_type || (isForOffer ? 'sold_out' : 'email_capture')
  return {
    ok: true,
    request: { email: data.email, campaignType, postalCode: data.postal_code || null, textsTo },
  }
}

/** '' if the form names no offer. A malformed token becomes one that no offer has. */
export const readOfferToken = (body: Body): string =>
  line(TOKEN_LENGTH).safeParse(body.bid_item_token).data ?? 'none of ours'
