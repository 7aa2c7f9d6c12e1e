/** Whether staff may give so much of an order: with what the audit entry must hold, or why not yet. */
export type GivingAnswer = { ok: true; detail: Record<string, unknown> } | { ok: false; message: string }
