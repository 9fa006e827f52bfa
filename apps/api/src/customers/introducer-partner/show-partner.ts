import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { sumUnstated } from './introducer-partner.read.ts';
import { partnerMinimum } from './introducer-partner.settings.ts';
import {
  findCarriedIn,
  findPartner,
  findRule,
  type Partner,
  type Rule,
  selectStatements,
} from './introducer-partner.sql.ts';
import { mergeLines, toMoneyView, toRuleView, toStatementView } from './partner.view.ts';
import { sumPayouts, valueLines } from './share-lines.ts';
import { limited } from './statement-total.ts';

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
