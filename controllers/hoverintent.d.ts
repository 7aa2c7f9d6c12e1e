/** Times are in milliseconds, sensitivity in pixels. */
declare module 'hoverintent' {
  type Options = { sensitivity?: number; interval?: number; timeout?: number; handleFocus?: boolean }
  type Listening = { options(options: Options): Listening; remove(): void }
  export default function hoverintent(
    element: HTMLElement,
    onOver: (event: MouseEvent) => void,
    onOut: (event: MouseEvent) => void,
  ): Listening
}
