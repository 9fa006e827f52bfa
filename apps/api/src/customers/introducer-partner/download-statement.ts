import type { contract } from '@larkmere/contract/contract';
import type { PartnerShareLine } from '@larkmere/contract/customers/introducer-partner';
import { defaultText } from '@larkmere/messages/format-message';
import { writeTable } from '../../accounts/statement/statement.ts';
import type { PdfDocument } from '../../platform/pdf/document.ts';
import { drawInWorker } from '../../platform/pdf/document.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { formatDate, monthName } from '../../platform/time/format-date.ts';
import { type StatedLine, selectLines } from './introducer-partner.read.ts';
import { findStatement, type StatementRow } from './introducer-partner.sql.ts';
import { mergeLines, toMoneyView, toStatementView } from './show-partner.ts';

/** Refuses `not_found` for a statement of others, and `service_unavailable` under load. */
export const downloadStatement: Workflow<typeof contract.introducerPartner.download> = async (
  { actor, transaction },
  { uid, format },
) => {
  const found = await transaction(async ({ tx }) => {
    const statement = await findStatement(tx, actor.customerId, uid);
    return statement && { statement, lines: await selectLines(tx, uid) };
  });
  if (!found) throw new Refusal('not_found');
  const { statement, lines } = found;
  const name = `introducer-statement_${statement.month.slice(0, 7)}.${format}`;
  if (format === 'csv') return new File([writeTable(tabulateStatement(statement, lines))], name, { type: 'text/csv' });
  const document = describeStatement(statement, lines);
  const bytes = await drawInWorker(document, statement.issuedAt, { owner: actor.customerId });
  return new File([bytes], name, { type: 'application/pdf' });
};

type Text = readonly (readonly [label: string, value: string])[];

const amountText = ({ amount, currency }: PartnerShareLine['share']): string => `${amount} ${currency}`;

/** What a partner reads of a statement: shares only, and the rates at which they were converted. */
export function describeStatement(statement: StatementRow, lines: readonly StatedLine[]): PdfDocument {
  const title = defaultText('partner_statement_title');
  const month = monthName(statement.month);
  const shown = mergeLines(lines, statement.currency);
  return {
    fileTitle: `${title} ${month}`,
    title,
    headline: month,
    subline: defaultText('partner_statement_subline', { day: formatDate(statement.issuedAt) }),
    sections: [
      { heading: defaultText('partner_statement_summary'), rows: summaryOf(statement) },
      shown.length === 0
        ? { heading: defaultText('partner_statement_lines'), paragraphs: [defaultText('partner_statement_empty')] }
        : {
            heading: defaultText('partner_statement_lines'),
            table: {
              columns: [
                { label: defaultText('partner_statement_customer'), share: 0.4 },
                { label: defaultText('partner_statement_product'), share: 0.25 },
                { label: defaultText('partner_statement_deals'), share: 0.13, align: 'right' },
                { label: defaultText('partner_statement_share'), share: 0.22, align: 'right' },
              ],
              rows: shown.map(({ name, product, deals, share }) => [
                name,
                defaultText(`partner_product_${product}`),
                String(deals),
                amountText(share),
              ]),
            },
          },
      ...ratesOf(statement, lines),
      { heading: defaultText('partner_statement_about'), paragraphs: [defaultText('partner_statement_note')] },
    ],
  };
}

const isLimited = ({ capMinor: cap, shareMinor: share }: StatementRow): boolean => cap !== null && share > cap;

function summaryOf(row: StatementRow): Text {
  const { share, carriedIn, total, state, paidAt } = toStatementView(row);
  return [
    ...(isLimited(row)
      ? [[defaultText('partner_statement_before_cap'), amountText(toMoneyView(row.currency, row.shareMinor))] as const]
      : []),
    [defaultText('partner_statement_share_of_month'), amountText(share)],
    [defaultText('partner_statement_carried_in'), amountText(carriedIn)],
    [defaultText('partner_statement_total'), amountText(total)],
    [
      defaultText('partner_statement_outcome'),
      state === 'paid' && paidAt
        ? defaultText('partner_statement_paid', { day: formatDate(new Date(paidAt)) })
        : defaultText(state === 'due' ? 'partner_statement_due' : 'partner_statement_carried'),
    ],
  ];
}

function ratesOf({ currency }: StatementRow, lines: readonly StatedLine[]): PdfDocument['sections'] {
  const rates = new Map(lines.filter((line) => line.currency !== currency).map((line) => [line.currency, line.rate]));
  if (rates.size === 0) return [];
  const rows = [...rates].map(([base, rate]) => [`1 ${base}`, `${rate.replace(/\.?0+$/, '')} ${currency}`] as const);
  return [{ heading: defaultText('partner_statement_rates'), rows }];
}

/** The same as a table: the lines, then what leads to the total. */
export function tabulateStatement(statement: StatementRow, lines: readonly StatedLine[]): string[][] {
  const head = ['month', 'customer', 'product', 'deals', 'share', 'currency'];
  const month = statement.month.slice(0, 7);
  const { share, carriedIn, total } = toStatementView(statement);
  const row = (label: string, { amount, currency }: PartnerShareLine['share']) => [
    month,
    label,
    '',
    '',
    amount,
    currency,
  ];
  return [
    head,
    ...mergeLines(lines, statement.currency).map(({ name, product, deals, share: each }) => [
      month,
      name,
      product,
      String(deals),
      each.amount,
      each.currency,
    ]),
    ...(isLimited(statement)
      ? [row(defaultText('partner_statement_before_cap'), toMoneyView(statement.currency, statement.shareMinor))]
      : []),
    row(defaultText('partner_statement_share_of_month'), share),
    row(defaultText('partner_statement_carried_in'), carriedIn),
    row(defaultText('partner_statement_total'), total),
  ];
}
