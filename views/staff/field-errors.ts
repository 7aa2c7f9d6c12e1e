/** What is wrong with each field of a refused form; the first one takes the focus. */
export function fieldErrors(errors: Record<string, string> | undefined, fields: string[]) {
  const first = fields.find((name) => errors?.[name] !== undefined)
  return (name: string) => {
    const error = errors?.[name]
    return error === undefined ? {} : { error, ...(name === first && { autofocus: true }) }
  }
}
