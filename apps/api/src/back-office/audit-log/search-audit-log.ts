import type { contract } from '@larkmere/contract/contract';
import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import { stringify } from 'csv-stringify/sync';
import { audit } from '../../platform/requests/audit.ts';
import type { StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { maskTyped } from '../customer-search/customer-search.ts';
import { type AuditFilter, findAuditRows, findChainState } from './audit-log.read.ts';

const pageRows = 50;
const exportRows = 10_000;

export const searchAuditLog: Verb<typeof contract.auditLog.search> = async (ctx, filter) => {
  const rows = await findAuditRows(ctx, filter, pageRows + 1);
  const list = rows.slice(0, pageRows);
  await audit(ctx, 'audit_log.searched', 'search:audit_log', { ...typedOf(filter), found: list.length });
  const { entries, at } = await findChainState(ctx.tx);
  return {
    list: list.map((row) => ({ ...row, at: row.at.toISOString() })),
    hasMore: rows.length > pageRows,
    chain: { entries, at: at.toISOString() },
  };
};

const columns = [
  'at',
  'actorKind',
  'actor',
  'onBehalfOf',
  'action',
  'entity',
  'detail',
  'ip',
  'requestId',
  'chain',
] as const;

export const exportAuditLog: Workflow<typeof contract.auditLog.exportLog> = async ({ transaction }, input) => {
  const { reason, ...filter } = input;
  const lines = await transaction(async (ctx: StaffCtx) => {
    const rows = await findAuditRows(ctx, filter, exportRows);
    await audit(ctx, 'audit_log.exported', 'search:audit_log', { ...typedOf(filter), rows: rows.length, reason });
    return rows.map((row) => ({ ...row, at: row.at.toISOString(), detail: JSON.stringify(row.detail) }));
  });
  const csv = stringify(
    lines.map((line) => columns.map((column) => neutraliseFormula(line[column] ?? ''))),
    { header: true, columns: [...columns], record_delimiter: 'windows' },
  );
  return new File([`\uFEFF${csv}`], 'audit-log.csv', { type: 'text/csv; charset=utf-8' });
};

const typedOf = ({ customer = '', actor = '', action = '', entity = '', days }: AuditFilter) => ({
  customer,
  actor: maskTyped(actor),
  action,
  entity,
  days,
});
