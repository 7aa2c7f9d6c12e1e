import type { Question } from './originals.ts'

type FaqRow = Question & { section: 'ordering' | 'delivery' | 'recurring' | 'after' }

export const FAQ: FaqRow[] = [
  {
    section: 'ordering',
    question: 'Do I need an account?',
    answer:
      'No. Without one, the link in your receipt opens your order. With one, you can also keep cards and addresses, use rewards and get recurring boxes in a few taps.',
  },
  {
    section: 'ordering',
    question: 'Is there a minimum?',
    answer: 'Yes, {minimum} of goods, before delivery and any discount.',
  },
  {
    section: 'ordering',
    question: 'Which ways can I pay?',
    answer:
      'By credit or debit card, by the wallet of your phone or browser, and with gift cards and store credit. Your card number goes straight to our payment provider; we never see it.',
  },
  {
    section: 'ordering',
    question: 'Can I use more than one code?',
    answer:
      "One promotion code for each order, together with up to 10 gift cards. Promotions can't be combined, so if a second code saves you more, we'll tell you.",
  },
  {
    section: 'ordering',
    question: 'Can I send a box as a gift?',
    answer:
      'Yes. Check “{gift_label}” at checkout and write a message. The box has your message and no prices. For many boxes at once, see [corporate gifting](/corporate-gifting).',
  },
  {
    section: 'delivery',
    question: 'What does delivery cost?',
    answer:
      'It depends on how far your box travels, and is free on orders of {free_from} or more. [See all prices.](/shipping)',
  },
  {
    section: 'delivery',
    question: 'Do I have to be home?',
    answer: 'No. Your box is insulated and packed with dry ice. Please bring it in the same day.',
  },
  {
    section: 'delivery',
    question: 'Can I change or cancel my order?',
    answer:
      "Yes, until we start packing it: your order's page shows until when. There you can change what's in the box, move it to another day, or cancel for a full refund.",
  },
  {
    section: 'delivery',
    question: 'How do I know where my box is?',
    answer:
      "Your order's page leads to its tracking page, which follows the box by itself. We'll email you when it ships and when it's there; for texts, turn them on at the tracking page.",
  },
  {
    section: 'recurring',
    question: 'How does a recurring box work?',
    answer:
      "You choose every 2, 4, 6 or 8 weeks at checkout. Before each box, we email you twice with what's in it and what it costs. Skip it, move it, change it or cancel it with a few taps.",
  },
  {
    section: 'recurring',
    question: 'How do I stop it?',
    answer:
      "On the page of your [recurring boxes](/account/subscriptions), with one button. You don't need to call anyone, and it takes effect at once.",
  },
  {
    section: 'after',
    question: 'How do I thaw my meat?',
    answer:
      "In the refrigerator, in its pack, from the day before you cook; roasts and whole birds take longer. Your order's page has a plan for each cut.",
  },
  {
    section: 'after',
    question: "What if something isn't right?",
    answer:
      "Tell us within {claim_days} days of delivery on your order's page. That's part of [our guarantee](/shipping#guarantee).",
  },
  {
    section: 'after',
    question: 'Why is one pack lighter than another?',
    answer:
      'Some cuts are sold by weight. Then you see the price per pound and the most a pack can cost. If yours weighs less, we refund the difference when we pack it.',
  },
]

const ABOUT = `## Farms with a name

Every pack in the shop comes from one farm, never a blend of several. The product page says where the farm is, how its animals were raised and who vouches for it. The farm's name is on the pack, too.

## Prices you can check

Each product shows its price per pound beside the price of the pack. If a cut is sold by weight, you see the most it can cost, and you pay for what our scale says, never for more.

## Your box, your day

You choose what goes in, and the day it arrives. Until we start packing, you can change, move or cancel it yourself. [See how it works.](/how-it-works)

## If it isn't right, we make it right

Frozen on arrival, and what you ordered: that's [our guarantee](/shipping#guarantee).`

const HOW_IT_WORKS = `## 1. Fill your box

Choose cuts by farm, animal or the way they were raised. An order starts at {minimum} of goods. Nothing is reserved until you pay, so popular cuts can sell out; we'll tell you before you pay.

## 2. Pick a day

Enter your ZIP code at the top of any page to see the first day we can deliver. At checkout, the calendar shows every open day, and why the others are closed.

## 3. Pay

By card or wallet, with or without an account. You see goods, delivery and tax before you pay, and that total is what you pay. Get the box once, or every 2, 4, 6 or 8 weeks: only if you ask for it.

## 4. Change your mind

Until we start packing, add or remove items, move the day or cancel, all on your order's page. What you don't owe anymore goes back to your card.

## 5. We pack and ship

Frozen hard, with dry ice for the road. Follow your box on its tracking page; we'll email you when it ships and when it arrives, and text you if you ask us to.

## 6. Cook

You don't need to be home when your box comes. Put the packs in the freezer the same day. Your order's page has a thaw plan for each cut.`

export const PAGE_TEXTS = {
  footer: 'Meat from independent farms, shipped frozen and delivered on the day you choose.',
  aboutIntro: 'We sell meat from independent US farms, and we tell you which one.',
  about: ABOUT,
  howItWorks: HOW_IT_WORKS,
  contact: '',
  shipping: '',
  terms: '',
  privacy: '',
}
