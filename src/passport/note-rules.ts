export const MAX_NOTES = 2_000
export const MAX_SURVEY = 200

/** Of the form's question. The customer's own pages may send other words. */
export const SURVEY_ANSWERS = ['Yes', 'Maybe', 'No'] as const
