import { defaultText } from '@larkmere/messages/format-message';
import { londonDay } from '../../platform/time/london-day.ts';
import type { Payee } from '../payee/payee.ts';

const columns: readonly [header: string, value: (payee: Payee) => string | null][] = [
  [defaultText('payee_export_name'), ({ name }) => name],
  [defaultText('payee_export_nickname'), ({ nickname }) => nickname],
  [defaultText('payee_export_entity'), ({ entityType }) => entityType],
  [defaultText('payee_export_currency'), ({ currency }) => currency],
  [defaultText('payee_export_account'), ({ account }) => account],
  [defaultText('payee_export_reference'), ({ defaultReference }) => defaultReference],
  [defaultText('payee_export_added'), ({ createdAt }) => londonDay(createdAt)],
  [defaultText('payee_export_last_paid'), ({ lastPaidAt }) => lastPaidAt && londonDay(lastPaidAt)],
];

/** A header and one row per payee; each detail that any of them has is a column. */
export function payeeRows(payees: readonly Payee[]): string[][] {
  const details = [...new Set(payees.flatMap((payee) => Object.keys(payee.details)))].toSorted();
  return [
    [...columns.map(([header]) => header), ...details],
    ...payees.map((payee) => [
      ...columns.map(([, value]) => value(payee) ?? ''),
      ...details.map((key) => payee.details[key] ?? ''),
    ]),
  ];
}
