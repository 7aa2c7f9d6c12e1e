/** What a page's form would send unchanged. */
export function fieldsOf(html: string, action: string): Record<string, string> {
  const form =
    html
      .split('<form')
      .find((part) => part.includes(`action="${action}"`) && part.includes('name="version"')) ?? ''
  const plainText = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    if (name && name !== 'authenticity_token')
      fields[name] = plainText(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name!] = plainText(text!)
  for (const [, name, options] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name!] = /<option value="([^"]*)" selected/.exec(options!)?.[1] ?? ''
  return fields
}
