import { pageToken, pageTokenName } from './page-token.ts'

/**
 * Gives a form that is about to change something the page's authenticity token, where it carries none: forms that came
 * as news have none of their own (GND-6). None goes to another origin.
 */
export function addFormToken({ target, submitter }: SubmitEvent) {
  if (!(target instanceof HTMLFormElement)) return
  const [name, token] = [pageTokenName(), pageToken()]
  if (!name || !token || !changes(target, submitter) || !staysHere(target, submitter)) return
  if (target.querySelector(`input[name="${CSS.escape(name)}"]`)) return
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name, value: token })
  target.append(field)
}

const changes = (form: HTMLFormElement, submitter: HTMLElement | null) =>
  (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase() !== 'get'

function staysHere(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  return new URL(action, document.baseURI).origin === window.location.origin
}
