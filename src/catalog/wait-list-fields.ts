import { z } from 'zod'
import { CAMPAIGN_TYPES } from '#db/schema/index.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import type { Body } from '../http/env.ts'
import { line } from '../http/fields.ts'

const TOKEN_LENGTH = 64

const Joining = z.object({
  email: line(MAX_EMAIL_LENGTH).refine(isEmail),
  campaign_type: line(20).pipe(z.enum(CAMPAIGN_TYPES).or(z.literal(''))),
})

export type Joining = { email: string; campaignType: (typeof CAMPAIGN_TYPES)[number] }

/** Who joins and for what; null when that is no address, or no campaign of ours. Older forms name no campaign. */
export function readJoining(body: Body, isForOffer: boolean): Joining | null {
  const { data } = Joining.safeParse(body)
  if (!data) return null
  return {
    email: data.email,
    campaignType: data.campaign_type || (isForOffer ? 'sold_out' : 'email_capture'),
  }
}

/** The offer that is waited for: '' for none. What cannot be a token names no offer of ours. */
export const readOfferToken = (body: Body): string =>
  line(TOKEN_LENGTH).safeParse(body.bid_item_token).data ?? 'none of ours'
