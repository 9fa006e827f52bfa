import type { PartnerFile, PartnerRuleChange } from '@larkmere/contract/back-office/partner-rule';
import type { contract } from '@larkmere/contract/contract';
import type { PartnerShareLine, PartnerStatement, ShareRule } from '@larkmere/contract/customers/introducer-partner';
import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, message } from '@larkmere/messages/message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { listSettings, readSetting } from '../../platform/settings/setting.ts';
import {
  type CustomerFacts,
  findCustomerFacts,
  type RuleChange,
  type StatedLine,
  selectIntroduced,
  selectRuleChanges,
  sumUnstated,
} from './introducer-partner.read.ts';
import { partnerMinimum } from './introducer-partner.settings.ts';
import {
  findCarriedIn,
  findPartner,
  findRule,
  type Partner,
  type Rule,
  type StatementRow,
  selectStatements,
} from './introducer-partner.sql.ts';
import { limited } from './process-partners.ts';
import { sumPayouts, valueLines } from './read-income.ts';

export const showPartner: Verb<typeof contract.introducerPartner.show> = async (ctx) => {
  const { tx, actor } = ctx;
  const partner = await findPartner(tx, actor.customerId);
  if (!partner) return null;
  const rule = await findRule(tx, partner.id);
  const statements = await selectStatements(tx, partner.id);
  if (!rule && statements.length === 0) return null;
  const currency = partner.currency;
  const minimum = (await readSetting(tx, partnerMinimum, { currency }))?.minMinor ?? 0n;
  return {
    rule: rule ? toRuleView(rule) : null,
    minimum: toMoneyView(currency, minimum),
    soFar: await viewSoFar(ctx, partner, rule),
    statements: statements.map(toStatementView),
  };
};

async function viewSoFar(ctx: CustomerCtx, partner: Partner, rule: Rule | undefined) {
  const { tx } = ctx;
  const unstated = await sumUnstated(tx, partner.id, 'infinity');
  const lines = await valueLines(ctx, unstated, partner.currency);
  if (!lines) return null;
  const carriedIn = await findCarriedIn(tx, partner.id);
  return {
    lines: mergeLines(lines, partner.currency),
    carriedIn: toMoneyView(partner.currency, carriedIn),
    total: toMoneyView(partner.currency, limited(sumPayouts(lines), rule?.capMinor ?? null) + carriedIn),
    statementOn: await findNextStatementDay(ctx, partner),
  };
}

async function findNextStatementDay({ tx }: CustomerCtx, { id }: Partner): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (next_month + interval '1 month')::date as day from introducer_partner.partner where id = ${id}`.execute(tx);
  return rows[0]?.day ?? '';
}

export const toMoneyView = (currency: Currency, minor: bigint) => ({
  amount: formatAmount(money(currency, minor)),
  currency,
});

const toTerms = ({
  currency,
  exchangeBps,
  paymentBps,
  capMinor: cap,
  months,
  ends,
}: Omit<Rule, 'customerId' | 'effectiveFrom' | 'changeId'>): Omit<ShareRule, 'startsAt'> => ({
  exchangeBps,
  paymentBps,
  currency,
  monthlyCap: cap === null ? null : toMoneyView(currency, cap),
  months,
  ends,
});

const toRuleView = (rule: Rule): ShareRule => ({
  ...toTerms(rule),
  startsAt: rule.effectiveFrom.toISOString(),
});

export const toStatementView = (row: StatementRow): PartnerStatement => ({
  uid: row.id,
  month: row.month,
  issuedAt: row.issuedAt.toISOString(),
  isFinal: row.isFinal,
  share: toMoneyView(row.currency, limited(row.shareMinor, row.capMinor)),
  carriedIn: toMoneyView(row.currency, row.carriedInMinor),
  total: toMoneyView(row.currency, row.totalMinor),
  state: row.state,
  reason: row.reason && reasonText(row.reason, row.currency),
  paidAt: row.paidAt?.toISOString() ?? null,
});

const reasonText = (reason: string, currency: Currency): string =>
  reason === 'no_account' ? defaultText('partner_no_account', { currency }) : defaultText('partner_account_restricted');

/** First name and initial, as much as a partner has to know. */
export function toShortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const initial = others.at(-1)?.codePointAt(0);
  return initial === undefined ? first : `${first} ${String.fromCodePoint(initial)}.`;
}

/** One line per customer and product: the currencies that a customer deals in are theirs. */
export function mergeLines(lines: readonly StatedLine[], currency: Currency): PartnerShareLine[] {
  const merged = Map.groupBy(lines, ({ customerId, product }) => `${customerId} ${product}`);
  return [...merged.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      name: toShortName(first.name),
      product: first.product,
      deals: group.reduce((sum, { deals }) => sum + deals, 0),
      share: toMoneyView(currency, sumPayouts(group)),
    };
  });
}

export const showPartnerFile: Verb<typeof contract.partnerRule.show> = (ctx, { id }) => viewPartnerFile(ctx, id);

type Eligibility = Readonly<{ obstacle: Message | undefined; currencies: readonly Currency[] }>;

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
