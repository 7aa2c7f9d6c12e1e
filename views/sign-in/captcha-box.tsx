import { usePage } from '../shared/page-facts.ts'

/** Where the captcha's widget appears once its script is there; nothing where no captcha is asked for. */
export function CaptchaBox() {
  const { captchaKey } = usePage()
  if (captchaKey === null) return null
  return (
    <div
      class="captcha"
      data-controller="captcha"
      data-captcha-site-key-value={captchaKey}
      data-action="sign-in:refused@window->captcha#renew"
    >
      <div class="captcha__place" data-captcha-target="place" />
      <p class="captcha__words" role="status" data-captcha-target="words" />
      <noscript>
        <p class="captcha__words">
          This form makes sure that you are no robot, which needs scripts. Without them, sign in by email.
        </p>
      </noscript>
    </div>
  )
}
