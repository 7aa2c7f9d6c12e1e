export type Recaptcha = {
  ready(then: () => void): void
  render(place: HTMLElement, settings: { sitekey: string }): number
  reset(widget: number): void
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit'

let loading: Promise<Recaptcha> | undefined

/** Loads Google's script once per window; a failed load is retried on the next call. */
export function recaptcha(): Promise<Recaptcha> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

function load(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => {
      const { grecaptcha } = window
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('The reCAPTCHA script did not define grecaptcha'))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('The reCAPTCHA script could not be loaded'))
    }
    document.head.append(script)
  })
}
