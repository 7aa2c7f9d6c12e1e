import { pageToken, pageTokenName } from './page-token.ts'

/** For a non-GET form without a token, such as a broadcast one (GND-6). Other origins get none. */
export function addFormToken({ target, submitter }: SubmitEvent) {
  if (!(target instanceof HTMLFormElement)) return
  const [name, token] = [pageTokenName(), pageToken()]
  if (!name || !token || !isNonGet(target, submitter) || !isSameOrigin(target, submitter)) return
  if (target.querySelector(`input[name="${CSS.escape(name)}"]`)) return
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name, value: token })
  target.append(field)
}

const isNonGet = (form: HTMLFormElement, submitter: HTMLElement | null) =>
  (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase() !== 'get'

function isSameOrigin(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  return new URL(action, document.baseURI).origin === window.location.origin
}
