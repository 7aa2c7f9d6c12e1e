/** @jsxImportSource react */
import type { SVGProps } from 'react'

/** An icon's frame. Always beside text, so hidden from screen readers. */
export const Outline = ({ children, ...svg }: SVGProps<SVGSVGElement>) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    {...svg}
    aria-hidden="true"
  >
    {children}
  </svg>
)
