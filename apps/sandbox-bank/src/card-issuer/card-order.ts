import { type Bank, bankingDay } from '../bank.ts';
import { nullableTextColumn, numberColumn, textColumn } from '../store.ts';
import { randomDigits } from './card-number.ts';
import { queueReport, scheduleIssuerStep } from './report.ts';

const steps = ['placed', 'checks', 'printing', 'shipped', 'delivered'] as const;
type OrderState = (typeof steps)[number] | 'activated' | 'cancelled' | 'returned';

/** Words in the address: the checks refuse the order, or the letter comes back. */
const scenarios = { cancelled: /\bcancel\b/i, returned: /\breturn\b/i } as const;

export type CardOrder = Readonly<{
  cardId: string;
  sequence: number;
  state: OrderState;
  scenario: keyof typeof scenarios | null;
  tracking: string | null;
  expectedOn: string | null;
}>;

export function findOrder(bank: Bank, cardId: string): CardOrder | undefined {
  const row = bank.store.one('select * from ci_order where card_id = ?', cardId);
  return (
    row && {
      cardId: textColumn(row, 'card_id'),
      sequence: numberColumn(row, 'sequence'),
      state: textColumn(row, 'state') as OrderState,
      scenario: nullableTextColumn(row, 'scenario') as CardOrder['scenario'],
      tracking: nullableTextColumn(row, 'tracking'),
      expectedOn: nullableTextColumn(row, 'expected_on'),
    }
  );
}

export function placeOrder(bank: Bank, cardId: string, address: string): void {
  const { cardStepMs } = bank.settings();
  bank.store.insert('ci_order', {
    card_id: cardId,
    state: 'placed',
    scenario: scenarios.cancelled.test(address) ? 'cancelled' : scenarios.returned.test(address) ? 'returned' : null,
    expected_on: bankingDay(bank.now() + 4 * Math.max(cardStepMs, bank.settings().dayMs)),
  });
  scheduleIssuerStep(bank, 'order', cardId, cardStepMs);
}

/** One step towards delivery, by the timer or by hand. Returns whether there was one. */
export function advanceOrder(bank: Bank, cardId: string): boolean {
  const order = findOrder(bank, cardId);
  const next = order && nextState(order);
  if (!order || !next) return false;
  changeOrder(bank, order, next);
  if (nextState({ ...order, state: next })) scheduleIssuerStep(bank, 'order', cardId, bank.settings().cardStepMs);
  return true;
}

function nextState({ state, scenario }: CardOrder): OrderState | undefined {
  if (state === 'checks' && scenario === 'cancelled') return 'cancelled';
  if (state === 'shipped' && scenario === 'returned') return 'returned';
  const at = steps.indexOf(state as (typeof steps)[number]);
  return at < 0 ? undefined : steps[at + 1];
}

/** What is in the post cannot be stopped. */
export function cancelOrder(bank: Bank, cardId: string): boolean {
  const order = findOrder(bank, cardId);
  if (!order || !['placed', 'checks', 'printing'].includes(order.state)) return false;
  changeOrder(bank, order, 'cancelled');
  return true;
}

export function returnOrder(bank: Bank, cardId: string): boolean {
  const order = findOrder(bank, cardId);
  if (order?.state !== 'shipped') return false;
  changeOrder(bank, order, 'returned');
  return true;
}

export function completeOrder(bank: Bank, cardId: string): void {
  const order = findOrder(bank, cardId);
  if (order) changeOrder(bank, order, 'activated');
}

function changeOrder(bank: Bank, order: CardOrder, state: OrderState): void {
  const tracking = state === 'shipped' ? `WR${randomDigits(9)}GB` : order.tracking;
  bank.store.run(
    'update ci_order set state = ?, tracking = ?, sequence = sequence + 1 where card_id = ?',
    state,
    tracking,
    order.cardId,
  );
  queueReport(bank, viewOrder({ ...order, state, tracking, sequence: order.sequence + 1 }));
}

export const viewOrder = ({ cardId, sequence, state, tracking, expectedOn }: CardOrder) => ({
  kind: 'order',
  cardId,
  sequence,
  state,
  tracking,
  expectedOn,
});
