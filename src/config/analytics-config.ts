import { z } from 'zod'
import { key, text } from './environment-values.ts'

export const ANALYTICS_VARIABLES = {
  GTM_ID: text.regex(/^GTM-[A-Z0-9]{4,12}$/, 'must be a container id like GTM-ABC1234').optional(),
  ANALYTICS_WRITE_KEY: key.regex(/^[A-Za-z0-9]{8,64}$/, 'must be letters and digits').optional(),
  ATTENTIVE_DOMAIN: text.regex(/^[a-z0-9-]{1,63}$/, 'must be the name before .attn.tv').optional(),
}

const Variables = z.object(ANALYTICS_VARIABLES)
type Env = z.infer<typeof Variables>

/** Third-party scripts. They load only on shop pages, and only after a yes. */
export type OtherScripts = { tagManager?: string; writeKey?: string; attentive?: string }

/** Null where none is configured, so that nobody is asked. */
export function otherScriptsOf(env: Env): OtherScripts | null {
  const others = {
    ...(env.GTM_ID && { tagManager: env.GTM_ID }),
    ...(env.ANALYTICS_WRITE_KEY && { writeKey: env.ANALYTICS_WRITE_KEY }),
    ...(env.ATTENTIVE_DOMAIN && { attentive: env.ATTENTIVE_DOMAIN }),
  }
  return Object.keys(others).length > 0 ? others : null
}
