import type { OperationId } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { book } from '../books/books.ts';
import { requireActive } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { feeNow, type Payer, payerOf } from '../payment/payment.ts';
import type { Subject } from '../team-approval/team-approval.ts';
import { contentOf } from './ask-team.ts';
import { lockFile } from './bulk-payment.sql.ts';
import { isPayingAccount, wayBy } from './bulk-payment.ts';
import { findRelease, giveRowsBack, letRowsGo, partsOf, type ReleaseRow } from './release.sql.ts';

async function waiting({ tx }: Ctx, id: string): Promise<ReleaseRow | undefined> {
  const found = await findRelease(tx, id);
  if (!found) return undefined;
  await lockFile(tx, found.file_id);
  const release = await findRelease(tx, id);
  return release?.state === 'awaiting_approval' ? release : undefined;
}

async function required(ctx: Ctx, id: string): Promise<ReleaseRow> {
  const release = await waiting(ctx, id);
  if (!release) throw new Refusal('invalid_transition');
  return release;
}

const gone = 'Whoever released these payments is no longer with you. Nothing was sent.';

/** Ends the hold of the release, because each payment places its own and is checked as if created now. */
async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const release = await required(ctx, id);
  const payer = await payerOf(ctx.tx, release.person_id);
  if (!payer) return gone;
  requireActive(payer.accountStatus);
  const account = await requireOwnAccount({ ...ctx, actor: payer }, release.source_bankholder_id);
  if (!isPayingAccount(account)) throw new Refusal('account_not_usable');
  const dearer = await dearerBy(ctx, payer, release, account.vendorType);
  if (dearer) return dearer;
  await freeMoney(ctx, id);
  await letRowsGo(ctx.tx, id);
  await audit(ctx, 'bulk-payment.released', `bulk_payment:${release.file_id}`, { release: id });
  return undefined;
}

async function dearerBy(
  ctx: Ctx,
  payer: Payer,
  { id, currency: code }: ReleaseRow,
  vendorType: BankAccount['vendorType'],
): Promise<string | undefined> {
  const currency = code as Currency;
  for (const { rail, feeMinor } of await partsOf(ctx.tx, id)) {
    const fee = await feeNow(ctx, payer, wayBy(rail, currency, vendorType), currency);
    if (fee.minor > feeMinor)
      return `The fee of a payment is ${moneyText(fee)} by now, and not ${moneyText(money(currency, feeMinor))}. Nothing was sent.`;
  }
  return undefined;
}

async function freeMoney({ tx }: Ctx, id: string): Promise<void> {
  const voiding = { id: v7() as OperationId, code: 'bulk-payment.freed', holdId: id as OperationId };
  await book(tx, { kind: 'void_hold', ...voiding });
}

export const bulkSubject: Subject = {
  look: async (ctx, id) => {
    const release = await waiting(ctx, id);
    return release && contentOf(ctx, release);
  },
  approve: letGo,
  sendBack: async (ctx, id, end, reason) => {
    const { file_id } = await required(ctx, id);
    await giveRowsBack(ctx.tx, id);
    await freeMoney(ctx, id);
    await audit(ctx, `bulk-payment.${end}`, `bulk_payment:${file_id}`, { release: id, reason });
  },
};
