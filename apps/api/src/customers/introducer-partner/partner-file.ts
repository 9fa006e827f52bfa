import type { PartnerFile, PartnerRuleChange } from '@larkmere/contract/back-office/partner-rule';
import type { contract } from '@larkmere/contract/contract';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import {
  type CustomerFacts,
  findCustomerFacts,
  type RuleChange,
  selectIntroduced,
  selectRuleChanges,
} from './introducer-partner.read.ts';
import { partnerMinimum } from './introducer-partner.settings.ts';
import { findRule, selectStatements } from './introducer-partner.sql.ts';
import { toRuleView, toStatementView, toTerms } from './show-partner.ts';

export const showPartnerFile: Verb<typeof contract.partnerRule.show> = (ctx, { id }) => viewPartnerFile(ctx, id);

export type Eligibility = Readonly<{ obstacle: Message | undefined; currencies: readonly Currency[] }>;

/** Whether the customer can be a partner, and in which currencies. Refuses `not_found`. */
export async function findEligibility({ tx }: StaffCtx, customerId: string): Promise<Eligibility> {
  const facts = await findCustomerFacts(tx, customerId);
  if (!facts) throw new Refusal('not_found');
  const payable = (await listSettings(tx, partnerMinimum)).map(({ currency }) => currency);
  const { currencies: held, fixedCurrency: fixed } = facts;
  const currencies = payable.filter((each) => held.includes(each) && (fixed === null || each === fixed));
  return { obstacle: findObstacle(facts, currencies.length > 0), currencies };
}

function findObstacle({ kind, status, introducer }: CustomerFacts, hasAccount: boolean): Message | undefined {
  if (kind !== 'plus') return message('partner_plus_only');
  if (status !== 'active') return message('partner_not_active');
  if (!introducer) return message('partner_no_invitations');
  return hasAccount ? undefined : message('partner_no_payout_account');
}

export async function viewPartnerFile(ctx: StaffCtx, customerId: string): Promise<PartnerFile> {
  const { tx } = ctx;
  const { obstacle, currencies } = await findEligibility(ctx, customerId);
  const rule = await findRule(tx, customerId);
  return {
    rule: rule ? toRuleView(rule) : null,
    obstacle: obstacle ? formatMessage(defaultLanguage, obstacle) : null,
    currencies: [...currencies],
    changes: (await selectRuleChanges(tx, customerId)).map((change) => toChangeView(ctx, change)),
    introduced: (await selectIntroduced(tx, customerId)).map(({ introducedAt, ...each }) => ({
      ...each,
      introducedAt: introducedAt.toISOString(),
    })),
    statements: (await selectStatements(tx, customerId)).map(toStatementView),
  };
}

const toChangeView = ({ actor }: StaffCtx, change: RuleChange): PartnerRuleChange => {
  const { id: uid, rule, startsAt, proposerId, proposedAt, decidedAt, ...shown } = change;
  return {
    uid,
    ...shown,
    rule: rule && toTerms({ ...rule, capMinor: rule.capMinor === null ? null : BigInt(rule.capMinor) }),
    startsAt: startsAt?.toISOString() ?? null,
    isOwn: proposerId === actor.staffId,
    proposedAt: proposedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
};
