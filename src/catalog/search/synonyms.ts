import { STATES } from '../../postal/states.ts'
import { singular, wordsOf } from './words.ts'

const SYNONYMS = [
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

/** A word that covers several cuts. The cuts don't imply the word. */
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

/** What else a phrase matches: other names anywhere, cuts in the cut column, state codes in the farm column. */
export type Meanings = { names: string[]; cuts: string[]; farms: string[] }

export function meaningsOf(words: string[]): { length: number; meanings: Meanings } | null {
  const forms = words.slice(0, MAX_PHRASE_WORDS).map(singular)
  for (let length = forms.length; length > 0; length--) {
    const meanings = meaningsByPhrase.get(forms.slice(0, length).join(' '))
    if (meanings) return { length, meanings }
  }
  return null
}

const keyOf = (phrase: string) => wordsOf(phrase).map(singular).join(' ')

const meaningsByPhrase = new Map<string, Meanings>()

function meaningsFor(phrase: string): Meanings {
  const found = meaningsByPhrase.get(keyOf(phrase)) ?? { names: [], cuts: [], farms: [] }
  meaningsByPhrase.set(keyOf(phrase), found)
  return found
}

for (const names of SYNONYMS)
  for (const name of names) meaningsFor(name).names.push(...names.filter((other) => other !== name))
for (const [kind, cuts] of Object.entries(KINDS)) meaningsFor(kind).cuts.push(...cuts)
for (const [code, name] of Object.entries(STATES)) meaningsFor(name).farms.push(code.toLowerCase())

const MAX_PHRASE_WORDS = Math.max(...[...meaningsByPhrase.keys()].map((phrase) => phrase.split(' ').length))

/** Words that are known even if no product has them. */
export const synonymWords = [...new Set([...meaningsByPhrase.keys()].flatMap((phrase) => phrase.split(' ')))]
