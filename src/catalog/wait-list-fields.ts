import { z } from 'zod'
import { CAMPAIGN_TYPES } from '#db/schema/index.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { isZip, PHONE_SENTENCE, parsePhone, ZIP_SENTENCE } from '../delivery/rules.ts'
import type { Body } from '../web/env.ts'
import { figure, line, ticked } from '../web/fields.ts'

export const UNABLE = 'Unable to register this email'

const TOKEN_LENGTH = 64

const Fields = z.object({
  email: line(MAX_EMAIL_LENGTH).refine(isEmail),
  campaign_type: line(20).pipe(z.enum(CAMPAIGN_TYPES).or(z.literal(''))),
  postal_code: line(20).catch('none'),
  sms_marketing: ticked,
  phone_number: figure(30).catch(''),
})

export type Joining = {
  email: string
  campaignType: (typeof CAMPAIGN_TYPES)[number]
  /** The place that is waited for, when it was named: five digits. */
  postalCode: string | null
  /** E.164, from whoever ticked the box for marketing texts. */
  textsTo: string | null
}

export type JoiningRead = { ok: true; joining: Joining } | { ok: false; message: string }

/**
 * Who joins and for what, or why that cannot be: no address, no campaign of ours, no such number. Older forms name no
 * campaign.
 */
export function readJoining(body: Body, isForOffer: boolean): JoiningRead {
  const { data } = Fields.safeParse(body)
  if (!data) return { ok: false, message: UNABLE }
  if (data.postal_code && !isZip(data.postal_code)) return { ok: false, message: ZIP_SENTENCE }
  const textsTo = data.sms_marketing ? parsePhone(data.phone_number) : null
  if (data.sms_marketing && !textsTo) return { ok: false, message: PHONE_SENTENCE }

  const campaignType = data.campaign_type || (isForOffer ? 'sold_out' : 'email_capture')
  return {
    ok: true,
    joining: { email: data.email, campaignType, postalCode: data.postal_code || null, textsTo },
  }
}

/** The offer that is waited for: '' for none. What cannot be a token names no offer of ours. */
export const readOfferToken = (body: Body): string =>
  line(TOKEN_LENGTH).safeParse(body.bid_item_token).data ?? 'none of ours'
