/** Paragraphs of a text in which an empty line divides them. */
export const Prose = ({ text }: { text: string }) => (
  <div class="prose">
    {paragraphsOf(text).map((paragraph) => (
      <p>{paragraph}</p>
    ))}
  </div>
)

export const paragraphsOf = (text: string) =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')

/** As many whole sentences of the first paragraph as fit, at least one. */
export function firstSentences(text: string, longest: number): string {
  const [first = ''] = paragraphsOf(text)
  const sentences = first.split(/(?<=[.!?])\s+/)
  let glimpse = sentences[0] ?? ''
  for (const sentence of sentences.slice(1)) {
    if (glimpse.length + sentence.length >= longest) break
    glimpse += ` ${sentence}`
  }
  return glimpse
}
