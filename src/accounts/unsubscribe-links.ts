import type { Db } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import { sealPreferenceLink } from './preference-links.ts'
import { preferencesOf } from './preferences.ts'
import { userById } from './users.ts'

export type UnsubscribeLinks = {
  /** Absolute; undefined where there is no account any more. */
  preferencesUrl: string | undefined
  headers: Record<string, string> | undefined
}

/**
 * What every mail carries that is about no order and nothing its reader asked for just now: the way to say what to
 * send, and the headers by which a mail program unsubscribes in one click (RFC 8058).
 */
export function unsubscribeLinks(
  { db, config }: { db: Db; config: Config },
  userId: number,
): UnsubscribeLinks {
  const user = userById(db, userId)
  if (!user) return { preferencesUrl: undefined, headers: undefined }
  const sealed = sealPreferenceLink(config, user.token, preferencesOf(db, userId).version)
  return {
    preferencesUrl: config.appUrl + paths.emailPreferences(sealed),
    headers: {
      'List-Unsubscribe': `<${config.appUrl}${paths.unsubscribe(sealed)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
