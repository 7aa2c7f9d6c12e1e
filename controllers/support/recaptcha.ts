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

/** Google's script, fetched when a page needs it first and kept by every visit after; what failed is tried again. */
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
      const google = window.grecaptcha
      if (google) google.ready(() => resolve(google))
      else reject(new Error('no captcha in its script'))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('no script of the captcha'))
    }
    document.head.append(script)
  })
}
