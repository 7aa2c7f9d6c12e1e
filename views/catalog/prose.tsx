export const Prose = ({ text }: { text: string }) => (
  <div class="prose">
    {paragraphsOf(text).map((paragraph) => (
      <p>{paragraph}</p>
    ))}
  </div>
)

export const paragraphsOf = (text: string) =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')

/** As many whole sentences of the first paragraph as fit, but at least one. */
export function firstSentences(text: string, maxLength: number): string {
  const [first = ''] = paragraphsOf(text)
  const sentences = first.split(/(?<=[.!?])\s+/)
  let excerpt = sentences[0] ?? ''
  for (const sentence of sentences.slice(1)) {
    if (excerpt.length + sentence.length >= maxLength) break
    excerpt += ` ${sentence}`
  }
  return excerpt
}
