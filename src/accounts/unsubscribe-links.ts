import type { Db } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import { sealPreferenceLink } from './preference-links.ts'
import { preferencesOf } from './preferences.ts'
import { userById } from './users.ts'

export type UnsubscribeLinks = {
  /** Absolute; undefined once the account is gone. */
  preferencesUrl: string | undefined
  headers: Record<string, string> | undefined
}

/** For every optional email: the preferences link and the one-click headers (RFC 8058). */
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
