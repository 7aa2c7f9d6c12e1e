/** @jsxImportSource react */
import { useEffect, useRef } from 'react'
import { TERMS_AGREEMENT } from '#src/checkout/sentences.ts'

type TermsProps = {
  required: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  url: string | null
}

/** For delivery states whose law requires it. */
export function Terms({ required, accepted, accept, url }: TermsProps) {
  const box = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a box that was checked before hydration
  useEffect(() => {
    if (box.current?.checked) accept(true)
  }, [])
  if (!required) return null
  return (
    <label className="checkout-terms">
      <input
        ref={box}
        type="checkbox"
        name="terms_of_service"
        value="true"
        autoComplete="off"
        checked={accepted}
        required
        onChange={(event) => accept(event.currentTarget.checked)}
      />
      <span>
        {TERMS_AGREEMENT.sentence}{' '}
        {url ? (
          <a href={url} target="_blank" rel="noopener">
            {TERMS_AGREEMENT.link}
          </a>
        ) : (
          TERMS_AGREEMENT.link
        )}
      </span>
    </label>
  )
}
