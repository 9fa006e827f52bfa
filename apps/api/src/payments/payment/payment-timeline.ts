import type { HolidayCoverage } from '@larkmere/contract/payments/arrival';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { TimelineStep } from '@larkmere/contract/payments/payment-timeline';
import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { money } from '@larkmere/money/money';
import type { z } from 'zod';
import type { Compensation } from './payment.read.ts';
import type { Payment, Transition } from './payment.sql.ts';

type Step = z.infer<typeof TimelineStep>;
export type ReachedState = Pick<Transition, 'state' | 'at' | 'note'>;

const doneStep = (step: Step['step'], { at, note }: Pick<ReachedState, 'at' | 'note'>): Step => ({
  step,
  state: 'done',
  at: at.toISOString(),
  expected: null,
  note,
});

const openStep = (step: Step['step'], state: 'now' | 'next', expected: Date | null = null): Step => ({
  step,
  state,
  at: null,
  expected: expected?.toISOString() ?? null,
  note: null,
});

const endings = ['returned', 'rejected', 'failed', 'cancelled', 'expired'] as const;
type Ending = (typeof endings)[number];
const isEnding = (state: PaymentState): state is Ending => (endings as readonly PaymentState[]).includes(state);

export function timelineOf(p: Payment, passed: readonly ReachedState[]): Step[] {
  const state = p.state;
  const last = (name: PaymentState) => passed.findLast((t) => t.state === name);
  const way = stepsOf(p, passed);
  const reached = way.filter((step) => step.state === 'done');
  if (!isEnding(state)) {
    const [now, ...next] = way.slice(reached.length);
    return [...reached, ...(now ? [{ ...now, state: 'now' as const }] : []), ...next];
  }
  const at = last(state)?.at.toISOString() ?? null;
  return [...reached, { step: state, state: 'failed', at, expected: null, note: p.reason }];
}

export const withCompensations = (steps: readonly Step[], paid: readonly Compensation[]): Step[] =>
  paid
    .flatMap(({ currency, minor, paidAt, takenBackAt }) => {
      const note = formatDisplayMoney(money(currency, minor));
      const taken = takenBackAt ? [{ step: 'compensation_reversed' as const, at: takenBackAt, note }] : [];
      return [{ step: 'compensated' as const, at: paidAt, note }, ...taken];
    })
    .reduce<Step[]>(
      (all, { step, at: moment, note }) => {
        const before = all.findLastIndex(({ at }) => at !== null && new Date(at) <= moment);
        return all.toSpliced(before + 1, 0, doneStep(step, { at: moment, note }));
      },
      [...steps],
    );

function stepsOf(p: Payment, passed: readonly ReachedState[]): Step[] {
  const last = (name: PaymentState) => passed.findLast((t) => t.state === name);
  const again = lastReturnToReview(passed);
  const since = (name: PaymentState) => passed.slice(again + 1).findLast((t) => t.state === name);
  const step = (name: Step['step'], reached: ReachedState | undefined, expected: Date | null = null): Step =>
    reached ? doneStep(name, reached) : openStep(name, 'next', expected);
  const [first] = passed;
  // No estimate while colleagues or staff have yet to decide.
  const waits = p.state === 'awaiting_approval';
  const isHeld = waits || p.state === 'in_review' || p.state === 'info_required';
  const approval =
    last('awaiting_approval') &&
    step('approved', waits ? undefined : (last('screening') ?? last('scheduled')), p.deadlineAt);
  return [
    ...(first ? [doneStep('made', { ...first, note: creationNoteOf(p) })] : []),
    ...(approval ? [approval] : []),
    ...(p.executionDate === null ? [] : scheduledSteps(p, passed)),
    {
      ...step('checked', p.state === 'in_review' ? undefined : since('ready'), waits ? null : p.deadlineAt),
      ...noteOf(passed, again),
    },
    step('handed_over', since('submitted')),
    step('sent', last('sent')),
    arrivalOf(p, last('completed'), isHeld),
  ];
}

/** A payment that returned to review loses its later steps, unless the bank executed that attempt. */
const lastReturnToReview = (passed: readonly ReachedState[]): number =>
  wasExecutedInReview(passed)
    ? -1
    : passed.findLastIndex(
        ({ state }, i) => state === 'in_review' && ['ready', 'submitted'].includes(passed[i - 1]?.state ?? ''),
      );

const wasExecutedInReview = (passed: readonly ReachedState[]): boolean =>
  passed.some(({ state }, i) => state === 'sent' && passed[i - 1]?.state === 'in_review');

const noteOf = (passed: readonly ReachedState[], again: number): Partial<Step> =>
  wasExecutedInReview(passed) || passed[again - 1]?.state === 'submitted'
    ? { note: defaultText('payment_rejected_once') }
    : {};

const arrivalNotes: Readonly<Record<HolidayCoverage, string | null>> = {
  counted: null,
  unannounced: defaultText('arrival_estimated_unannounced'),
  elsewhere: defaultText('arrival_estimated_abroad'),
};

function arrivalOf(p: Payment, reached: ReachedState | undefined, isHeld: boolean): Step {
  if (reached) return doneStep('arrived', reached);
  if (isHeld) return openStep('arrived', 'next');
  return {
    ...openStep('arrived', 'next', p.arrivalLatest),
    note: arrivalNotes[p.arrivalDaysOff],
  };
}

function scheduledSteps(p: Payment, passed: readonly ReachedState[]): Step[] {
  const [short, left] = ['awaiting_funds', 'screening'].map((name) => passed.findLast((t) => t.state === name));
  const day = short ?? left;
  return [
    day ? doneStep('planned', day) : openStep('planned', 'next', p.executeAt),
    ...(short ? [left ? doneStep('funded', left) : openStep('funded', 'next', p.deadlineAt)] : []),
  ];
}

const creationNotes: Readonly<Record<string, string>> = {
  customer: defaultText('payment_made_with_pin'),
  standing_order: defaultText('payment_made_by_standing_order'),
  bulk: defaultText('payment_made_by_bulk'),
  auto_fx: defaultText('payment_made_by_auto_fx'),
};
const creationNoteOf = ({ source }: Payment): string | null => creationNotes[source] ?? null;
