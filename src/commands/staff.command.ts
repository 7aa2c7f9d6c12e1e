import type { Db } from '#db/client.ts'
import { ROLES, type Role } from '#db/schema/index.ts'
import { resetFactorFromCommandLine, revokeRoles } from '../accounts/people.ts'
import { type Grant, grantRole, isRole, listRoles, type Refused } from '../accounts/role-grants.ts'
import { shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { random } from '../tokens.ts'
import { fail, say } from './command.ts'
import { runShopCommand, type ShopWork } from './shop-command.ts'

const USAGE =
  'For example: npm run staff -- add ana@shop.example staff, list, remove ana@shop.example, or reset-factor ana@shop.example'

/**
 * `npm run staff -- add EMAIL ROLE [CENTER|FARM]`: gives a person a role and prints a link that signs them in once.
 * Only staff have no place. `list` shows who has which role, `remove EMAIL [ROLE]` takes roles away, and
 * `reset-factor EMAIL` removes the second step of someone who lost it.
 */
await runShopCommand(USAGE, workOf)

function workOf(verb: string | undefined, rest: string[]): ShopWork {
  if (verb === 'add' && rest.length >= 2 && rest.length <= 3) return adding(rest)
  if (verb === 'list' && rest.length === 0) return list
  if (verb === 'reset-factor' && rest.length === 1) return resettingFactor(rest)
  if (verb === 'remove' && rest.length >= 1 && rest.length <= 2) return removing(rest)
  const isKnown = verb === undefined || ['add', 'list', 'remove', 'reset-factor'].includes(verb)
  return fail(isKnown ? USAGE : `There is no "${verb}". ${USAGE}`)
}

function adding([email = '', typed = '', subject]: string[]): ShopWork {
  const role = roleOf(typed)
  if (role === 'staff' && subject !== undefined) fail('Staff have no center and no farm.')
  return async (config, db) => {
    const granted = await grantRole({ db, config, random, clock: shopClock(db) }, { email, role, subject })
    if (!granted.ok) return fail(refusalOf(granted.reason, { email, role, subject }))
    const place = subject === undefined ? '' : ` of ${subject}`
    say(`${email} is now ${role}${place}. This link signs in once:\n${granted.url}`)
  }
}

function refusalOf(reason: Refused, { email, role, subject }: Grant): string {
  const place = role === 'vendor' ? 'farm' : 'center'
  if (reason === 'email') return `"${email}" is no email address.`
  if (reason === 'merged')
    return `The account of ${email} was merged into another one. Please use its address.`
  if (reason === 'subject') return `There is no ${place} "${subject}".`
  return `Please say for which ${place}: npm run staff -- add ${email} ${role} ${place.toUpperCase()}`
}

function removing([email = '', typed]: string[]): ShopWork {
  const role = typed === undefined ? undefined : roleOf(typed)
  return async (_, db) => {
    const count = await revokeRoles({ db, clock: shopClock(db) }, email, role)
    if (count === 0) fail(`${email} has no ${role === undefined ? 'role' : `role "${role}"`}.`)
    say(`${email} lost ${count === 1 ? 'one role' : `${count} roles`} and is signed out.`)
  }
}

function resettingFactor([email = '']: string[]): ShopWork {
  return async (_, db) => {
    const isReset = await resetFactorFromCommandLine({ db, clock: shopClock(db) }, email)
    if (!isReset) return fail(`${email} has no second step.`)
    say(`${email} signs in without a second step now, and is signed out everywhere.`)
  }
}

function list(_: Config, db: Db) {
  const held = listRoles(db)
  say(
    held.length === 0
      ? 'Nobody has a role.'
      : held.map(({ email, role, subject }) => [email, role, subject ?? ''].join('  ').trimEnd()).join('\n'),
  )
}

function roleOf(typed: string): Role {
  return isRole(typed) ? typed : fail(`There is no role "${typed}"; there are ${ROLES.join(', ')}.`)
}
