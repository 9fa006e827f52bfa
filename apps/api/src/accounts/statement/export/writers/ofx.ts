import { formatAmount } from '@larkmere/money/money';
import { rateOf } from '@larkmere/money/rate';
import { plainRate } from '../columns.ts';
import type { RowExchange, Statement, StatementHead, StatementRow } from '../statement-row.ts';
import { accountNumberOf, clip, joinTexts } from './text.ts';
import { cleanContent, splitDocument, withRows, writeElements, type XmlContent } from './xml.ts';

/** OFX 2.2. It has no opening balance: readers derive it from the closing one. */
export async function* writeOfx({ head, batches }: Statement): AsyncGenerator<string> {
  const { before, after } = splitDocument(documentOf(head));
  yield before;
  for await (const rows of batches)
    yield writeElements(
      'STMTTRN',
      rows.map((row) => toTransaction(row)),
    );
  yield after;
}

const success = { CODE: '0', SEVERITY: 'INFO' } as const;

function documentOf(head: StatementHead): Readonly<Record<string, unknown>> {
  const { account, currency, from, to, closing, available, generatedAt } = head;
  const identification = {
    BANKID: account.sortCode ?? clip(account.bic ?? 'LARKMERE', 8),
    ACCTID: accountNumberOf(head).slice(-22),
    ACCTTYPE: 'CHECKING',
  };
  return {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8', '@standalone': 'no' },
    '?OFX': {
      '@OFXHEADER': '200',
      '@VERSION': '220',
      '@SECURITY': 'NONE',
      '@OLDFILEUID': 'NONE',
      '@NEWFILEUID': 'NONE',
    },
    OFX: {
      SIGNONMSGSRSV1: {
        SONRS: {
          STATUS: success,
          DTSERVER: momentOf(generatedAt),
          LANGUAGE: 'ENG',
          FI: { ORG: 'Larkmere', FID: 'LARKMERE' },
        },
      },
      BANKMSGSRSV1: {
        STMTTRNRS: {
          TRNUID: '0',
          STATUS: success,
          STMTRS: {
            CURDEF: currency,
            BANKACCTFROM: cleanContent(identification),
            BANKTRANLIST: { DTSTART: noonOf(from), DTEND: noonOf(to), ...withRows },
            LEDGERBAL: { BALAMT: formatAmount(closing), DTASOF: noonOf(to) },
            AVAILBAL: { BALAMT: formatAmount(available), DTASOF: noonOf(to) },
          },
        },
      },
    },
  };
}

function toTransaction(row: StatementRow): XmlContent {
  const { amount, exchange } = row;
  return {
    TRNTYPE: typeOf(row),
    DTPOSTED: noonOf(row.bookedOn),
    DTAVAIL: noonOf(row.valueDate),
    TRNAMT: formatAmount(amount),
    FITID: row.transactionId,
    // A fee names what it is the fee of.
    REFNUM: row.feeForTransactionId ?? row.ourReference,
    NAME: clip(joinTexts([row.counterpartyName ?? row.description]), 32),
    MEMO: clip(joinTexts([row.description, row.reference, row.counterpartyAccount, row.note, row.uetr]), 255),
    ...(exchange && { ORIGCURRENCY: { CURRATE: rateToAccount(row, exchange), CURSYM: exchange.original.currency } }),
  };
}

const types: Readonly<Record<string, string>> = { fee: 'FEE', transfer: 'XFER', exchange: 'XFER', card: 'POS' };
const typeOf = ({ category, amount }: StatementRow): string =>
  types[category] ?? (amount.minor < 0n ? 'DEBIT' : 'CREDIT');

/** Units of the account's currency for one unit of the original one, fees not counted. */
function rateToAccount({ amount: { currency } }: StatementRow, { rate }: RowExchange): string {
  const toAccount = rate.quote === currency ? rate : rateOf(rate.quote, rate.base, rate.denominator, rate.numerator);
  return plainRate(toAccount);
}

/** Noon UTC is the same calendar day from Hawaii to Bangkok. */
const noonOf = (day: string): string => `${day.replaceAll('-', '')}120000`;
const momentOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);
