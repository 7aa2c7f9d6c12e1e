import { type RefObject, useEffect } from 'react'

/** Takes over a radio that was checked before hydration: React leaves it checked, but reports no change. */
export function useEarlyChoice(
  group: RefObject<Element | null>,
  chosen: string | null,
  choose: (value: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const checked = group.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (checked !== undefined && checked !== (chosen ?? '')) choose(checked)
  }, [])
}
