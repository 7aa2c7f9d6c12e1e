import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#src/config/config.ts'
import { Environment } from '#src/config/environment.ts'
import { savedSecrets } from '#src/config/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DEMO = { STORAGE_PATH: folder }

const LIVE = {
  STORAGE_PATH: folder,
  APP_URL: 'https://shop.example',
  SESSION_SECRET: 'Qm9vdHMgYW5kIGJyYWNlcywgc2FpZCB0aGUgY293',
  STRIPE_SECRET_KEY: 'sk_live_a_key_of_the_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_a_key_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_a_secret_of_the_tests',
  SMTP_URL: 'smtps://user:word@mail.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
}

/** The startup error for an environment; '' if it is valid. */
function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('OPS-3 an invalid value stops the start, which names it', () => {
  const wrong: [string, string][] = [
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000abc'],
    ['PORT', '30.5'],
    ['HOST', '   '],
    ['APP_URL', 'shop.example'],
    ['APP_URL', 'https://shop.example/path'],
    ['APP_URL', 'https://shop.example?x=1'],
    ['APP_URL', 'https://user:word@shop.example'],
    ['APP_URL', 'ftp://shop.example'],
    ['APP_URL', 'javascript:alert(1)'],
    ['CABLE_URL', 'https://localhost/cable'],
    ['CABLE_URL', 'wss://elsewhere.example/cable'],
    ['DATABASE_PATH', ' '],
    ['STORAGE_PATH', ' '],
    ['BACKUP_PATH', ' '],
    ['BACKUP_KEEP', '0'],
    ['SESSION_SECRET', 'too-short'],
    ['SESSION_SECRET', 'a'.repeat(40)],
    ['SESSION_SECRET', ' '.repeat(40)],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '6'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
    ['STORE_NAME', 'Shop\r\nBcc: everyone@example.com'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['SUPPORT_PHONE', '\n'],
    ['STORE_ADDRESS', '1 Demo Lane\nReno'],
    ['POSTAL_CODE_CAPTURE', 'yes'],
    ['EMAIL_CAPTURE_SECONDS', '0'],
    ['ANNOUNCEMENT', 'Too long. '.repeat(21)],
    ['DEMO', 'yes'],
    ['NOW', 'tomorrow'],
    ['NOW', '2026-11-20'],
    ['HOLD_SECONDS', '0'],
    ['HOLD_SECONDS', 'ten'],
    ['MAGIC_LINK_SECONDS', '0'],
    ['RESET_SECONDS', 'soon'],
    ['RATE_LIMITS', 'maybe'],
    ['STRIPE_SECRET_KEY', ' '],
    ['STRIPE_PUBLISHABLE_KEY', ' '],
    ['STRIPE_WEBHOOK_SECRET', '   '],
    ['STRIPE_API_BASE', 'http://127.0.0.1:4242/v1'],
    ['STRIPE_API_BASE', 'file:///etc/passwd'],
    ['STRIPE_JS_URL', 'javascript:alert(1)'],
    ['PAYMENTS', 'none'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://mail.example?tls=maybe'],
    ['MAIL_FROM', 'Shop <a@b.example>\nBcc: everyone@example.com'],
    ['GOOGLE_CLIENT_ID', ' '],
    ['GOOGLE_CLIENT_SECRET', 'two\nlines'],
    ['APPLE_CLIENT_ID', ' '],
    ['APPLE_TEAM_ID', ' '],
    ['APPLE_KEY_ID', ' '],
    ['APPLE_PRIVATE_KEY', '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----'],
    ['FACEBOOK_CLIENT_ID', ' '],
    ['FACEBOOK_CLIENT_SECRET', ' '],
    ['OIDC_ISSUER', 'login.example'],
    ['OIDC_CLIENT_ID', ' '],
    ['OIDC_CLIENT_SECRET', ' '],
    ['RECAPTCHA_SITE_KEY', ' '],
    ['RECAPTCHA_SECRET_KEY', ' '],
    ['RECAPTCHA_URL', 'javascript:alert(1)'],
    ['GOOGLE_MAPS_KEY', 'two words'],
    ['ADDRESS_VERIFIER', 'the postman'],
    ['ADDRESS_VERIFIER_KEY', 'only-half-of-it'],
    ['ADDRESS_VERIFIER_URL', 'ftp://verifier.example'],
    ['EASYPOST_API_KEY', 'two words'],
    ['EASYPOST_API_BASE', 'https://carrier.example/v2'],
    ['SHIPPING_WEBHOOK_SECRET', ' '],
    ['TWILIO_ACCOUNT_SID', 'two words'],
    ['TWILIO_AUTH_TOKEN', ' '],
    ['TWILIO_FROM', '(206) 555-0100'],
    ['GTM_ID', 'UA-1234'],
    ['ANALYTICS_WRITE_KEY', 'two words'],
    ['ATTENTIVE_DOMAIN', 'https://shop.attn.tv'],
    ['TWILIO_API_BASE', 'https://texts.example/2010-04-01'],
  ]
  test.each(wrong)('%s=%j', (name, value) => {
    expect(complaint({ ...DEMO, [name]: value })).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  test('every variable has such a case', () => {
    expect([...new Set(wrong.map(([name]) => name))].sort()).toEqual(Object.keys(Environment.shape).sort())
  })

  test('reports several invalid values at once', () => {
    const said = complaint({ ...DEMO, PORT: 'x', LOG_LEVEL: 'y', APP_URL: 'z' })
    for (const name of ['PORT', 'LOG_LEVEL', 'APP_URL']) expect(said).toContain(`${name}: `)
  })

  test.each(wrong)("explains %s=%j in the shop's own words", (name, value) => {
    expect(complaint({ ...DEMO, [name]: value })).not.toMatch(/invalid|expected|received|too (small|big)/i)
  })

  test.each([
    [{ PORT: '3000abc' }, 'PORT: must be a whole number from 1 to 65535, not "3000abc"'],
    [{ PORT: '' }, ''],
    [{ PORT: ' 3000 ' }, ''],
    [{ TRUST_PROXY: '0x1' }, 'TRUST_PROXY: must be a whole number from 0 to 5, not "0x1"'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL: must be trace, debug, info, warn, error, fatal or silent, not "loud"',
    ],
    [{ DEMO: 'yes' }, 'DEMO: must be 0 or 1, not "yes"'],
    [
      { SUPPORT_EMAIL: 'nobody' },
      'SUPPORT_EMAIL: must be an email address like help@shop.example, not "nobody"',
    ],
    [{ NOW: 'tomorrow' }, 'NOW: must be a time with its zone like 2026-11-20T10:00:00-08:00, not "tomorrow"'],
    [{ ANNOUNCEMENT: 'x'.repeat(201) }, 'ANNOUNCEMENT: must have at most 200 characters; it has 201'],
  ])('reports the given value and what is allowed: %j', (environment, message) => {
    expect(complaint({ ...DEMO, ...environment })).toBe(message)
  })

  test('reports an invalid secret without repeating it', () => {
    expect(complaint({ ...DEMO, SESSION_SECRET: 'hunter2hunter2' })).not.toContain('hunter2')
  })
})

describe('OPS-3 a misspelled variable stops the start', () => {
  test.each([
    ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
    ['STRIPE_SECRET_KEY_FILE', 'STRIPE_SECRET_KEY'],
    ['STRIPE_PUBLISHABEL_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    ['GOOGLE_MAPS_API_KEY', 'GOOGLE_MAPS_KEY'],
    ['STORE_NMAE', 'STORE_NAME'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['SMTP_URI', 'SMTP_URL'],
  ])('%s', (name, meant) => {
    expect(complaint({ ...DEMO, [name]: 'hunter2' })).toBe(
      `${name}: the shop has no such variable; did you mean ${meant}?`,
    )
  })

  test('is reported along with other errors', () => {
    const said = complaint({ ...DEMO, PORT: 'x', STORE_NMAE: 'Shop' }).split('\n')
    expect(said).toEqual([expect.stringMatching(/^STORE_NMAE: /), expect.stringMatching(/^PORT: /)])
  })

  test.each([
    'HOME',
    'HOSTNAME',
    'PATH',
    'APP_UID',
    'APP_ENV',
    'DATABASE_URL',
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_PROJECT',
    'STRIPE_API_KEY',
    'STRIPE_DEVICE_NAME',
    'SESSION_MANAGER',
    'SMTP_HOST',
    'MAIL_HOST',
  ])("but other programs' variables are fine: %s", (name) => {
    expect(complaint({ ...DEMO, [name]: 'x' })).toBe('')
  })

  test('but a variant of a variable that is set is fine', () => {
    expect(complaint({ ...LIVE, STRIPE_SECRET_KEY_OLD: 'x' })).toBe('')
  })
})

test('OPS-3 with no variables set, it is a demo shop on this machine with its own secrets', () => {
  const config = readConfig(DEMO)
  expect(config).toMatchObject({
    demo: true,
    appUrl: 'http://localhost:3000',
    rateLimited: true,
    holdSeconds: 600,
  })
  expect(config.payments.embedded).toBe(true)
  expect(config.sessionSecret.length).toBeGreaterThanOrEqual(32)
  expect(config.payments.webhookSecret.length).toBeGreaterThanOrEqual(16)
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ ...DEMO, PORT: '', SESSION_SECRET: '', STRIPE_WEBHOOK_SECRET: '' })).toEqual(
    readConfig(DEMO),
  )
})

test('the origin is normalized the way browsers write it', () => {
  expect(readConfig({ ...LIVE, APP_URL: 'https://Shop.Example:443/' }).appUrl).toBe('https://shop.example')
})

test('an incomplete set of Stripe keys is rejected: all three, or embedded payments', () => {
  expect(complaint({ ...DEMO, STRIPE_API_BASE: 'http://127.0.0.1:4242' })).toBe(
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']
      .map((name) => `${name}: required unless payments are embedded`)
      .join('\n'),
  )
  expect(complaint({ ...DEMO, STRIPE_SECRET_KEY: 'sk_test_x' })).toContain('STRIPE_WEBHOOK_SECRET: required')
})

describe('PAY-18 the key decides between test and live mode', () => {
  const keys = (secret: string, publishable: string) => ({
    ...LIVE,
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: publishable,
  })

  test.each([
    ['sk_test_1', 'pk_test_1', false],
    ['rk_test_1', 'pk_test_1', false],
    ['sk_live_1', 'pk_live_1', true],
    ['rk_live_1', 'pk_live_1', true],
  ])('%s with %s', (secret, publishable, livemode) => {
    expect(readConfig(keys(secret, publishable)).payments.livemode).toBe(livemode)
  })

  test.each([
    ['sk_live_1', 'pk_test_1', 'STRIPE_PUBLISHABLE_KEY: is for test mode'],
    ['rk_test_1', 'pk_live_1', 'STRIPE_PUBLISHABLE_KEY: is for live mode'],
    ['pk_live_1', 'pk_live_1', 'STRIPE_SECRET_KEY: must start with'],
    ['sk_liver_1', 'pk_live_1', 'STRIPE_SECRET_KEY: must start with'],
    ['sk_live_', 'pk_live_1', 'STRIPE_SECRET_KEY: must start with'],
    ['sk_live_1', 'sk_live_1', 'STRIPE_PUBLISHABLE_KEY: must start with'],
    ['whsec_1', 'pk_live_1', 'STRIPE_SECRET_KEY: must start with'],
  ])('%s with %s stops the start', (secret, publishable, problem) => {
    expect(complaint(keys(secret, publishable))).toContain(problem)
  })
})

const signingKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('ACC-9 ACC-10 OPS-3 sign-in providers and the captcha', () => {
  const GOOGLE = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'gs' }
  const APPLE = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k', APPLE_PRIVATE_KEY: '' }
  const FACEBOOK = { FACEBOOK_CLIENT_ID: 'f', FACEBOOK_CLIENT_SECRET: 'fs' }
  const OIDC = { OIDC_ISSUER: 'https://id.example/tenant', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'os' }
  const CAPTCHA = { RECAPTCHA_SITE_KEY: 's', RECAPTCHA_SECRET_KEY: 'x' }
  APPLE.APPLE_PRIVATE_KEY = signingKey('P-256').replaceAll('\n', '\\n')

  test('are off unless configured', () => {
    expect(readConfig(DEMO)).toMatchObject({ social: [], captcha: null })
  })

  test('are on if configured, in the order of their buttons', () => {
    const { social, captcha } = readConfig({ ...LIVE, ...OIDC, ...FACEBOOK, ...APPLE, ...GOOGLE, ...CAPTCHA })
    expect(social.map(({ name, label, issuer }) => [name, label, issuer])).toEqual([
      ['google', 'Google', 'https://accounts.google.com'],
      ['apple', 'Apple', 'https://appleid.apple.com'],
      ['facebook', 'Facebook', 'https://www.facebook.com'],
      ['oidc', 'id.example', 'https://id.example/tenant'],
    ])
    expect(captcha?.url).toBe('https://www.google.com/recaptcha/api/siteverify')
  })

  test.each(Object.keys({ ...GOOGLE, ...APPLE, ...FACEBOOK, ...OIDC, ...CAPTCHA }))(
    'reject a partial configuration: without %s',
    (name) => {
      const rest = { ...DEMO, ...GOOGLE, ...APPLE, ...FACEBOOK, ...OIDC, ...CAPTCHA, [name]: '' }
      expect(complaint(rest)).toMatch(new RegExp(`^${name}: required with `))
    },
  )

  test('reject a private key of the wrong type for Apple, without repeating it', () => {
    const pem = signingKey('P-384')
    const said = complaint({ ...DEMO, ...APPLE, APPLE_PRIVATE_KEY: pem })
    expect(said).toMatch(/^APPLE_PRIVATE_KEY: /)
    expect(said).not.toContain(pem.slice(40, 60))
  })

  test.each([
    ['OIDC_ISSUER', { ...OIDC, OIDC_ISSUER: 'http://id.example' }],
    ['RECAPTCHA_URL', { ...CAPTCHA, RECAPTCHA_URL: 'http://captcha.example' }],
  ])('must use https in a live shop: %s', (name, given) => {
    expect(complaint({ ...LIVE, ...given })).toMatch(new RegExp(`^${name}: `, 'm'))
    expect(complaint({ ...DEMO, ...given })).toBe('')
  })
})

test('OPS-3 OPS-4 a partial address verifier configuration is rejected, and a complete one accepted', () => {
  const [KEY, URL] = ['an-id:a-token', 'http://127.0.0.1:4599/street-address']
  expect(complaint({ ...DEMO, ADDRESS_VERIFIER: 'smarty' })).toMatch(/^ADDRESS_VERIFIER_KEY: required/)
  expect(complaint({ ...DEMO, ADDRESS_VERIFIER_KEY: KEY })).toMatch(
    /^ADDRESS_VERIFIER_KEY: allowed only with/,
  )
  expect(complaint({ ...DEMO, ADDRESS_VERIFIER_URL: URL })).toMatch(
    /^ADDRESS_VERIFIER_URL: allowed only with/,
  )
  const given = { ...DEMO, ADDRESS_VERIFIER: 'smarty', ADDRESS_VERIFIER_KEY: KEY }
  expect(readConfig(given).addresses).toEqual({ verifier: { key: KEY, url: null }, mapsKey: null })
  expect(readConfig({ ...given, ADDRESS_VERIFIER_URL: URL }).addresses.verifier?.url).toBe(URL)
  expect(complaint({ ...LIVE, ...given, ADDRESS_VERIFIER_URL: URL })).toMatch(/^ADDRESS_VERIFIER_URL: a live/)
})

test('OPS-3 FUL-10 shipping labels need both an API key and a webhook secret, or neither', () => {
  const given = { EASYPOST_API_KEY: 'EZTK1', SHIPPING_WEBHOOK_SECRET: 'a-secret-of-webhooks' }
  expect(complaint({ ...DEMO, EASYPOST_API_KEY: 'EZTK1' })).toMatch(/^SHIPPING_WEBHOOK_SECRET: required/)
  expect(complaint({ ...DEMO, EASYPOST_API_BASE: 'http://127.0.0.1:4243' })).toMatch(/^EASYPOST_API_KEY: req/)
  expect(readConfig({ ...DEMO, ...given }).shipping).toMatchObject({ embedded: false, apiKey: 'EZTK1' })
  expect(readConfig(DEMO).shipping).toMatchObject({ embedded: true, apiBase: null })
  const careless = { ...given, SHIPPING_WEBHOOK_SECRET: 'short', EASYPOST_API_BASE: 'http://carrier.example' }
  expect(complaint({ ...LIVE, ...careless }).split('\n')).toEqual([
    'SHIPPING_WEBHOOK_SECRET: must have at least 16 characters',
    'EASYPOST_API_BASE: a live shop must use https',
  ])
})

test('OPS-3 texts are sent if Twilio’s account, token and sender are all set, and otherwise stay in /outbox', () => {
  const given = {
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'a-token-of-the-gateway',
    TWILIO_FROM: '+12065550100',
    TWILIO_API_BASE: 'http://127.0.0.1:4244',
  }
  expect(readConfig({ ...DEMO, ...given }).texts).toMatchObject({
    embedded: false,
    apiBase: given.TWILIO_API_BASE,
  })
  expect(readConfig(DEMO).texts).toMatchObject({ embedded: true, apiBase: null })
  expect(readConfig({ ...DEMO, TWILIO_AUTH_TOKEN: 'mine' }).texts).toMatchObject({
    embedded: true,
    authToken: 'mine',
  })
  expect(complaint({ ...DEMO, ...given, TWILIO_AUTH_TOKEN: '' })).toMatch(/^TWILIO_AUTH_TOKEN: required/m)
  expect(complaint({ ...DEMO, ...given, TWILIO_FROM: '' })).toMatch(/^TWILIO_FROM: required/m)
  expect(complaint({ ...DEMO, TWILIO_API_BASE: given.TWILIO_API_BASE })).toMatch(
    /^TWILIO_ACCOUNT_SID: required/,
  )
})

describe('SEC-7 a demo that was not asked for with DEMO=1', () => {
  const real = {
    STRIPE_SECRET_KEY: 'sk_live_a_key_of_the_tests',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_a_key_of_the_tests',
    SMTP_URL: 'smtp://127.0.0.1:25',
    HOST: '0.0.0.0',
  }

  test.each(Object.entries(real))('does not start with %s=%s', (name, value) => {
    expect(complaint({ ...DEMO, [name]: value })).toMatch(
      new RegExp(`^${name}: .* needs a public APP_URL`, 'm'),
    )
  })

  test('reports all of them, and starts once DEMO=1 is set', () => {
    const given = { ...DEMO, ...real, STRIPE_WEBHOOK_SECRET: LIVE.STRIPE_WEBHOOK_SECRET }
    expect(complaint(given).split('\n')).toHaveLength(4)
    expect(complaint({ ...given, DEMO: '1' })).toBe('')
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('listens at %s', (HOST) => {
    expect(complaint({ ...DEMO, HOST })).toBe('')
  })
})

describe('OPS-3 a live shop', () => {
  test('starts with all of its secrets', () => {
    expect(readConfig(LIVE)).toMatchObject({ demo: false, rateLimited: true, startsAt: null })
  })

  test.each([
    'SESSION_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'MAIL_FROM',
  ])('does not start without %s', (name) => {
    const { [name as keyof typeof LIVE]: _, ...rest } = LIVE
    expect(complaint(rest)).toMatch(new RegExp(`^${name}: `, 'm'))
    expect(complaint({ ...LIVE, [name]: '' })).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  const refused: [string, string][] = [
    ['NOW', '2026-11-20T10:00:00-08:00'],
    ['HOLD_SECONDS', '5'],
    ['MAGIC_LINK_SECONDS', '5'],
    ['RESET_SECONDS', '5'],
    ['RATE_LIMITS', 'off'],
    ['APP_URL', 'http://shop.example'],
    ['CABLE_URL', 'ws://shop.example/cable'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
    ['STRIPE_SECRET_KEY', 'sk_test_embedded'],
    ['STRIPE_JS_URL', 'http://scripts.example/stripe.js'],
    ['SMTP_URL', 'smtp://mail.example?tls=no'],
  ]
  test.each(refused)('does not start with %s=%s', (name, value) => {
    expect(complaint({ ...LIVE, [name]: value })).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  test('is not a demo just because DEMO is unset', () => {
    expect(complaint({ APP_URL: 'https://shop.example', STORAGE_PATH: folder })).toContain(
      'SESSION_SECRET: required in a live shop',
    )
  })

  test('uses embedded payments only with PAYMENTS=embedded', () => {
    const { STRIPE_SECRET_KEY: _, STRIPE_PUBLISHABLE_KEY: __, ...withoutStripe } = LIVE
    expect(complaint(withoutStripe)).toContain('PAYMENTS=embedded')
    expect(readConfig({ ...withoutStripe, PAYMENTS: 'embedded' }).payments.embedded).toBe(true)
  })

  test('can run on this machine without https, but not without its secrets', () => {
    expect(complaint({ ...LIVE, APP_URL: 'http://localhost:3000', DEMO: '0' })).toBe('')
    expect(complaint({ STORAGE_PATH: folder, DEMO: '0' })).toContain('SESSION_SECRET: ')
  })
})

test("OPS-3 a demo's secrets are created once with owner-only permissions, and a corrupt file is reported", () => {
  const file = join(folder, 'kept', 'demo-secrets.json')
  const made = savedSecrets(file)
  expect(savedSecrets(file)).toEqual(made)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  writeFileSync(file, '{"session": "short"')
  expect(complaint({ STORAGE_PATH: join(folder, 'kept') })).toMatch(/^STORAGE_PATH: .*demo-secrets\.json/)
})

test('OPS-3 .env.example lists every variable exactly once, and no others', () => {
  const example = readFileSync('.env.example', 'utf8')
  const listed = [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  expect([...listed].sort()).toEqual(Object.keys(Environment.shape).sort())
  expect(example).not.toMatch(/^[A-Z_]+=/m) // nothing is set by default
})
