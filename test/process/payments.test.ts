import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { submitStorm } from './scenarios/one-charge.ts'
import { deliverOverAndOver, everyOrder } from './scenarios/webhooks.ts'

test("REL-1 fifty concurrent submits of an order while every tenth provider call fails: one charge, of the order's total", () =>
  withProcesses(async (processes) => {
    const outcome = await submitStorm(processes, { orders: 20, submits: 50 })
    expect(outcome).toEqual({ paid: 20, charges: 20, odd: [], problems: [] })
  }))

test('REL-3 PAY-12 every webhook a hundred times, in every order, along with polls and the return page: one order, one receipt, one sale', () =>
  withProcesses(async (processes) => {
    const outcome = await deliverOverAndOver(processes, { copies: 100, orders: everyOrder })
    expect(outcome).toEqual({
      paid: everyOrder.length,
      events: everyOrder.length * 2,
      charges: everyOrder.length,
      odd: [],
      problems: [],
    })
  }))
