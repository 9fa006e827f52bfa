import type { BulkTotal } from '@larkmere/contract/bulk-payment';
import type { WarningCode } from '@larkmere/contract/payment-warning';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId, Posting } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, formatAmount, money, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { accountsOf, requireOwnAccount } from '../bank-account/bank-account.ts';
import { houseAccount, narrate, shortReference } from '../books/books.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Overtaken } from '../kernel/transaction.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { describeAccount } from '../payee/payee.ts';
import { askApproval, type Content, type Demand } from '../team-approval/team-approval.ts';
import { type FileRow, selectFile } from './bulk-payment.sql.ts';
import { nameOf } from './bulk-payment.view.ts';
import { largestOf, payeeSetOf } from './release.read.ts';
import { insertRelease, partsOf, type ReleaseRow } from './release.sql.ts';
import { releaseCurrency } from './release-currency.ts';

type Asked = Readonly<{ demands: readonly Demand[]; warnings: readonly WarningCode[] }>;

export async function askTeam(
  ctx: CustomerCtx,
  file: FileRow,
  total: BulkTotal,
  { demands, warnings }: Asked,
): Promise<void> {
  const { tx, actor, now } = ctx;
  const { currency, sourceBankholderId, count } = total;
  const release = await insertRelease(tx, {
    id: v7(),
    file_id: file.id,
    person_id: actor.personId,
    source_bankholder_id: sourceBankholderId,
    currency,
    count,
    amount_minor: minorOf(currency, total.amount),
    fee_minor: minorOf(currency, total.mostFee),
    created_at: now,
  });
  await releaseCurrency(ctx, file.id, total, { id: release.id, warnings });
  const content = await contentOf(ctx, release);
  const { customerId, personId: makerId } = actor;
  await askApproval(ctx, { kind: 'bulk', subjectId: release.id, customerId, makerId, content, demands });
  await holdMoney(ctx, file, release);
}

/** One hold covers the whole release until each payment places its own. */
async function holdMoney(ctx: CustomerCtx, { name }: FileRow, release: ReleaseRow): Promise<void> {
  const { tx } = ctx;
  const currency = release.currency as Currency;
  const { ledgerAccountId: debit } = await requireOwnAccount(ctx, release.source_bankholder_id);
  const postings: Posting[] = [];
  for (const { rail, minor, feeMinor, count } of await partsOf(tx, release.id)) {
    const amount = money(currency, minor + feeMinor * BigInt(count));
    postings.push({ debit, credit: await houseAccount(tx, `clearing:${rail}:${currency}`), amount });
  }
  const id = release.id as OperationId;
  const description = `${release.count} payments from ${name}, waiting for approval`;
  await narrate(tx, id, { kind: 'payment', reference: shortReference(), description });
  await hold(tx, { id, code: 'bulk-payment.held', postings }).catch((error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    throw error instanceof InsufficientFunds ? new Overtaken('the money was spent in the meantime') : error;
  });
}

const mostShown = 5;

export async function contentOf({ tx }: Pick<Ctx, 'tx'>, release: ReleaseRow): Promise<Content> {
  const { id, file_id, source_bankholder_id, count, amount_minor, fee_minor } = release;
  const currency = release.currency as Currency;
  const inWords = (minor: bigint) => moneyText(money(currency, minor));
  const file = await selectFile(tx, file_id);
  if (!file) throw new Error(`release ${id} is of no file`);
  const { digest, payees, added, changed } = await payeeSetOf(tx, id);
  const from = (await accountsOf(tx, file.customer_id)).find((each) => each.bankholderId === source_bankholder_id);
  const largest = await largestOf(tx, id, mostShown);
  const rows = largest.map(({ name, read, minor }) => `${name}, ${describeAccount(read.payee)}: ${inWords(minor)}`);
  return {
    title: `Pay ${inWords(amount_minor)} in ${count} ${count === 1 ? 'payment' : 'payments'} from ${file.name}`,
    amount: { amount: formatAmount(money(currency, amount_minor)), currency },
    link: `/payment/bulk?file=${file_id}`,
    facts: [
      { label: 'File', value: file.name },
      { label: 'From', value: from ? nameOf(from) : '' },
      { label: 'Payments', value: String(count) },
      { label: 'Payees', value: added > 0 ? `${payees}, ${added} of them new` : String(payees) },
      { label: 'In all', value: inWords(amount_minor) },
      { label: 'Fees at most', value: inWords(fee_minor) },
      ...rows.map((value, i) => ({ label: count > 1 ? `Payment ${i + 1} by amount` : 'Payment', value })),
      ...(count > mostShown ? [{ label: 'The others', value: 'On the page of the file' }] : []),
    ],
    exact: [
      id,
      file_id,
      source_bankholder_id,
      currency,
      String(amount_minor),
      String(fee_minor),
      count,
      digest,
      changed,
    ],
  };
}

function minorOf(currency: Currency, text: string): bigint {
  const amount = readAmount(currency, text);
  if (!amount) throw new Error(`the total ${text} ${currency} is none`);
  return amount.minor;
}
