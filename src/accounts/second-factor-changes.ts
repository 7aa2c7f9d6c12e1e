export const SECOND_FACTOR_CHANGES = [
  'added',
  'removed',
  'reset',
  'recovery_code_used',
  'recovery_codes_renewed',
] as const

export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number]
