import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { isPositive, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { approveChange, rejectChange, rollBackChange, withdrawChange } from '../../platform/settings/decide-change.ts';
import { draftChange, proposeChange } from '../../platform/settings/draft-change.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { lockCustomer } from '../customer/customer.ts';
import { findCustomerOfChange, selectRuleChanges } from './introducer-partner.read.ts';
import { type PartnerRuleRow, partnerRule } from './introducer-partner.settings.ts';
import { findRule, upsertPartner } from './introducer-partner.sql.ts';
import { findEligibility, viewPartnerFile } from './show-partner.ts';

type Proposal = Input<typeof contract.partnerRule.propose>;

/**
 * Refuses `not_found`, `invalid_transition` for a customer who cannot be a partner and while another rule waits, and
 * `validation_failed` with the field.
 */
export const proposePartnerRule: Verb<typeof contract.partnerRule.propose> = async (ctx, input) => {
  const { id: customerId, starts, reason } = input;
  await lock(ctx, customerId);
  await requireNoneWaiting(ctx, customerId);
  await requireEligible(ctx, customerId, input);
  const row = toRow(ctx, input);
  await upsertPartner(ctx.tx, customerId, row.currency);
  const uid = v7();
  const takesEffectAt = starts === null ? null : await londonMidnight(ctx, starts);
  await draftChange(ctx, partnerRule, { uid, rows: [row], takesEffectAt, reason });
  await proposeChange(ctx, partnerRule, uid);
  return viewPartnerFile(ctx, customerId);
};

async function lock({ tx }: StaffCtx, customerId: string): Promise<void> {
  if (!(await lockCustomer(tx, customerId))) throw new Refusal('not_found');
}

async function requireNoneWaiting({ tx }: StaffCtx, customerId: string): Promise<void> {
  const changes = await selectRuleChanges(tx, customerId);
  if (changes.some(({ state }) => state === 'proposed'))
    throw new Refusal('invalid_transition', { reason: message('partner_rule_waiting') });
  if (changes.some(({ state }) => state === 'scheduled'))
    throw new Refusal('invalid_transition', { reason: message('partner_rule_scheduled') });
}

/** A rule can be ended whatever became of the customer. */
async function requireEligible(
  ctx: StaffCtx,
  customerId: string,
  { currency, ends }: Pick<PartnerRuleRow, 'currency' | 'ends'>,
): Promise<void> {
  const rule = await findRule(ctx.tx, customerId);
  if (rule && ends !== null && rule.currency === currency) return;
  const { obstacle, currencies } = await findEligibility(ctx, customerId);
  if (obstacle) throw new Refusal('invalid_transition', { reason: obstacle });
  if (!currencies.includes(currency)) throw invalid([['currency', message('partner_currency_fixed')]]);
}

function toRow({ now }: StaffCtx, input: Proposal): PartnerRuleRow {
  const { id, exchangeBps, paymentBps, currency, monthlyCap, months, starts, ends } = input;
  const cap = monthlyCap === null ? null : readAmount(currency, monthlyCap);
  const today = londonDay(now);
  const faults: Fault[] = [];
  if (exchangeBps + paymentBps === 0) faults.push(['exchangeBps', message('partner_share_missing')]);
  if (cap === undefined || (cap && !isPositive(cap))) faults.push(['monthlyCap', message('amount_invalid')]);
  if (starts !== null && starts <= today) faults.push(['starts', message('partner_start_passed')]);
  if (ends !== null && ends < (starts ?? today)) faults.push(['ends', message('partner_ends_before')]);
  if (faults.length > 0) throw invalid(faults);
  return {
    customerId: id,
    currency,
    exchangeBps,
    paymentBps,
    capMinor: cap?.minor ?? null,
    months,
    ends,
  };
}

type Fault = readonly [field: string, reason: Message];

const invalid = (faults: readonly Fault[]): Refusal =>
  new Refusal('validation_failed', {
    errors: faults.map(([field, reason]): FieldError => ({ field, code: 'invalid', reason })),
  });

async function londonMidnight({ tx }: StaffCtx, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${day}::timestamp at time zone 'Europe/London' as at`.execute(tx);
  return (rows[0] as { at: Date }).at;
}

/**
 * The conditions of the customer are checked again. Refuses `approver_conflict` for the proposer, and what
 * `approveChange` refuses.
 */
export const approvePartnerRule: Verb<typeof contract.partnerRule.approve> = async (ctx, { uid }) => {
  const customerId = await lockOfChange(ctx, uid);
  const change = (await selectRuleChanges(ctx.tx, customerId)).find(({ id }) => id === uid);
  if (change?.state === 'proposed' && change.rule) await requireEligible(ctx, customerId, change.rule);
  await approveChange(ctx, partnerRule, uid);
  return viewPartnerFile(ctx, customerId);
};

export const refusePartnerRule: Verb<typeof contract.partnerRule.refuse> = async (ctx, { uid, note }) => {
  const customerId = await lockOfChange(ctx, uid);
  await rejectChange(ctx, partnerRule, { uid, note });
  return viewPartnerFile(ctx, customerId);
};

export const withdrawPartnerRule: Verb<typeof contract.partnerRule.withdraw> = async (ctx, { uid }) => {
  const customerId = await lockOfChange(ctx, uid);
  await withdrawChange(ctx, partnerRule, uid);
  return viewPartnerFile(ctx, customerId);
};

/** Refuses `invalid_transition` for a rule that is not scheduled. */
export const callOffPartnerRule: Verb<typeof contract.partnerRule.callOff> = async (ctx, { uid, reason }) => {
  const customerId = await lockOfChange(ctx, uid);
  const changes = await selectRuleChanges(ctx.tx, customerId);
  if (changes.find(({ id }) => id === uid)?.state !== 'scheduled' || changes.some(({ state }) => state === 'proposed'))
    throw new Refusal('invalid_transition');
  await rollBackChange(ctx, partnerRule, { uid: v7(), change: uid, reason });
  return viewPartnerFile(ctx, customerId);
};

async function lockOfChange(ctx: StaffCtx, uid: string): Promise<string> {
  const customerId = await findCustomerOfChange(ctx.tx, uid);
  if (customerId === undefined) throw new Refusal('not_found');
  await lock(ctx, customerId);
  return customerId;
}
