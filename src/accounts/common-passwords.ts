/** What everybody tries first: the words of the zxcvbn project that are long enough to be a password here. */
let common: Promise<Set<string>> | undefined

/** Is it among the passwords that leaked most often, in whatever case? The list is fetched when it is first asked. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= read()
  return (await common).has(password.toLowerCase())
}

async function read(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => String(word).length >= 8).map(String))
}
