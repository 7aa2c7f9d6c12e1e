/** Made up for the demo. A live shop comes without press. */
export const DEMO_PAPERS = [
  { name: 'The Evening Trivet', manner: 'roman' },
  { name: 'Gravy & Ink', manner: 'plain' },
  { name: 'Saltlick Review', manner: 'capitals' },
  { name: 'The Slow Skillet', manner: 'roman' },
  { name: 'Larderwright', manner: 'heavy' },
  { name: 'Prairie & Pan', manner: 'capitals' },
  { name: 'The Marrow Post', manner: 'heavy' },
  { name: 'Hearthside Weekly', manner: 'plain' },
]

export type Question = { question: string; answer: string }

export const HOME_QUESTIONS: Question[] = [
  {
    question: 'How much does delivery cost?',
    answer:
      "It depends on how far your box travels, and you'll see the price before you pay. Standard delivery is free on orders of {free_from} or more. The order minimum is {minimum}.",
  },
  {
    question: 'When will my box arrive?',
    answer:
      'On the day you pick. Enter your ZIP code at the top of the page to see the earliest one. The calendar at checkout shows all of them.',
  },
  {
    question: 'Where does the meat come from?',
    answer:
      'From the farm named with each product. Every pack comes from one farm, never a blend of several. The product page tells you where the farm is and how the animals were raised.',
  },
  {
    question: 'What if something is wrong with my box?',
    answer:
      "Tell us within {claim_days} days on your order's page, or email [{email}](mailto:{email}). It's part of [our guarantee](/shipping#guarantee).",
  },
]

type Collection = { title: string; intro: string; animal: string; cuts: string; season: string }

/** What a live shop sells from the sea, only its owner knows. */
export const originalCollections = (demo: boolean): Collection[] => [
  {
    title: 'Steaks for Saturday',
    intro: 'Hot pan, salt, ten minutes of rest.',
    animal: '',
    cuts: 'ribeye strip filet t-bone tomahawk sirloin flank',
    season: 'warm',
  },
  {
    title: 'Low and slow',
    intro: 'Cuts for a low oven and a good book.',
    animal: '',
    cuts: 'brisket chuck short-ribs shoulder shank ribs belly leg stew',
    season: 'cold',
  },
  {
    title: 'From the sea',
    intro: demo ? 'Small boats and cold rivers, frozen within hours.' : 'Fish and shellfish, frozen.',
    animal: 'seafood',
    cuts: '',
    season: '',
  },
]
