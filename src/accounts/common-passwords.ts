let common: Promise<Set<string>> | undefined

/** Ignores case. Loads zxcvbn's list of the most leaked passwords on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommonPasswords()
  return (await common).has(password.toLowerCase())
}

async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => String(word).length >= 8).map(String))
}
