import { usePage } from '../shared/page-facts.ts'

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
          This form checks that you're not a robot, which needs JavaScript. Without it, you can sign in by
          email.
        </p>
      </noscript>
    </div>
  )
}
