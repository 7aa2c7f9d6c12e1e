/** What a page's form would send unchanged. */
export const fieldsOf = (html: string, action: string): Record<string, string> =>
  fieldsIn(formOf(html, action, 'name="version"'))

/** What a page's form with a search would send on Enter: browsers press its first button. */
export function fieldsByEnter(html: string, action: string): Record<string, string> {
  const form = formOf(html, action, 'name="q"')
  const button = /<button[^>]*type="submit"[^>]*>/.exec(form)?.[0] ?? ''
  const name = /name="([^"]*)"/.exec(button)?.[1]
  return {
    ...fieldsIn(form),
    ...(name && { [name]: /value="([^"]*)"/.exec(button)?.[1] ?? '' }),
  }
}

const formOf = (html: string, action: string, content: string): string =>
  html
    .split('<form')
    .map((part) => part.split('</form>')[0] ?? '')
    .find((part) => part.includes(`action="${action}"`) && part.includes(content)) ?? ''

function fieldsIn(form: string): Record<string, string> {
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
    if (name && name !== 'authenticity_token' && !/type="checkbox"(?![^>]* checked)/.test(tag))
      fields[name] = plainText(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name!] = plainText(text!)
  for (const [, name, options] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name!] = /<option value="([^"]*)" selected/.exec(options!)?.[1] ?? ''
  return fields
}
