import { HtmlValidate } from 'html-validate'

/** The HTML rules for every page. */
export const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  elements: [
    'html5',
    {
      'turbo-frame': { flow: true, permittedContent: ['@flow'] },
      'turbo-stream': { flow: true, permittedContent: ['template'] },
    },
  ],
  rules: {
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'error',
    // Several values of one kind share a name in the URL.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
    'require-sri': 'off',
  },
})
