type EnterButtonProps = { query: string }

/** First in a form that also searches: Enter presses a form's first button, which must not be Find in a quantity. */
export const EnterButton = ({ query }: EnterButtonProps) => (
  <>
    <input type="hidden" name="searched" value={query} />
    {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: tabindex keeps it from taking focus */}
    <button type="submit" name="enter" value="1" class="visually-hidden" tabindex={-1} aria-hidden="true">
      Continue
    </button>
  </>
)
