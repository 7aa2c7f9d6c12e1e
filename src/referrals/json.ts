import type { Referral } from '#db/schema/index.ts'

export const referralJson = ({ email, state, reason, createdAt, updatedAt }: Referral) => ({
  email,
  state,
  reason,
  created_at: new Date(createdAt).toISOString(),
  updated_at: new Date(updatedAt).toISOString(),
})
