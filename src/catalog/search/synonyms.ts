import { STATES } from '../../postal/states.ts'
import { singular, wordsOf } from './words.ts'

/** What one butcher calls this and another that: any of a line stands for all of it. */
const SAME = [
  ['ribeye', 'rib eye', 'scotch fillet', 'delmonico', 'entrecote'],
  ['new york strip', 'ny strip', 'strip steak', 'strip loin', 'striploin', 'kansas city'],
  ['filet mignon', 'eye fillet', 'fillet steak', 'tenderloin steak'],
  ['filet', 'fillet'],
  ['t bone', 'tbone', 'porterhouse'],
  ['tri tip', 'triangle steak', 'santa maria steak'],
  ['picanha', 'coulotte', 'culotte', 'sirloin cap'],
  ['bavette', 'sirloin flap', 'flap steak', 'flap meat'],
  ['hanger', 'onglet', 'butcher steak'],
  ['skirt', 'arrachera', 'fajita'],
  ['flat iron', 'top blade'],
  ['short rib', 'flanken'],
  ['chuck roast', 'pot roast'],
  ['ground', 'mince', 'hamburger'],
  ['patty', 'burger'],
  ['pork shoulder', 'pork butt', 'boston butt'],
  ['broth', 'stock', 'bouillon'],
  ['tallow', 'beef fat', 'beef dripping'],
  ['lard', 'pork fat'],
  ['duck fat', 'duck dripping'],
  ['drumstick', 'chicken leg'],
  ['whole chicken', 'roaster', 'roasting chicken', 'fryer'],
  ['bison', 'buffalo'],
  ['shrimp', 'prawn'],
  ['black cod', 'sablefish'],
  ['king salmon', 'chinook'],
  ['albacore', 'tuna'],
  ['grass fed', 'grassfed'],
  ['dry aged', 'dryaged'],
]

/** A word that takes in several cuts, which need not say it; not the other way round. */
const KINDS: Record<string, string[]> = {
  steak: ['ribeye', 'strip', 'filet', 'sirloin', 't bone', 'tomahawk', 'flank', 'fish steak'],
  roast: ['chuck', 'shoulder', 'leg', 'brisket', 'ham'],
  tenderloin: ['tenderloin', 'filet'],
  fish: ['fillet', 'whole fish', 'fish steak'],
  shellfish: ['scallops', 'shrimp', 'oysters'],
  burger: ['patties', 'ground'],
  honey: ['sweet'],
  cow: ['beef'],
  pig: ['pork'],
  mutton: ['lamb'],
  'osso buco': ['shank'],
}

/** What else to look for beside a phrase: other names anywhere, kinds among the cuts, a state among the farms. */
export type Meanings = { names: string[]; cuts: string[]; farms: string[] }

/** The longest phrase that words begin with and that means more than it says, if any. */
export function meaningsOf(words: string[]): { length: number; meanings: Meanings } | null {
  const forms = words.slice(0, LONGEST).map(singular)
  for (let length = forms.length; length > 0; length--) {
    const meanings = meaningsByPhrase.get(forms.slice(0, length).join(' '))
    if (meanings) return { length, meanings }
  }
  return null
}

const keyOf = (phrase: string) => wordsOf(phrase).map(singular).join(' ')

const meaningsByPhrase = new Map<string, Meanings>()

function meaning(phrase: string): Meanings {
  const found = meaningsByPhrase.get(keyOf(phrase)) ?? { names: [], cuts: [], farms: [] }
  meaningsByPhrase.set(keyOf(phrase), found)
  return found
}

for (const names of SAME)
  for (const name of names) meaning(name).names.push(...names.filter((other) => other !== name))
for (const [kind, cuts] of Object.entries(KINDS)) meaning(kind).cuts.push(...cuts)
for (const [code, name] of Object.entries(STATES)) meaning(name).farms.push(code.toLowerCase())

const LONGEST = Math.max(...[...meaningsByPhrase.keys()].map((phrase) => phrase.split(' ').length))

/** Words that mean something here though no product need have them. */
export const synonymWords = [...new Set([...meaningsByPhrase.keys()].flatMap((phrase) => phrase.split(' ')))]
