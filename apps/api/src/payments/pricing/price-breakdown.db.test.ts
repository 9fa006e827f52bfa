import type { PaymentView, PriceView } from '@larkmere/contract/payments/payment';
import { formatAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toActor,
} from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  insertFeeWaiver,
  payees,
  regulatoryInformation,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendEur, sendGbp, sendThb } from '../domestic/send-domestic.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { readStatus } from '../execution/rails/read-status.ts';
import { enterState } from '../payment/payment.sql.ts';
import { listPendingDomestic, showPayment } from '../payment/show-payments.ts';
import { findReceipt } from '../receipt/receipt.read.ts';
import { describeReceipt } from '../receipt/receipt-document.ts';
import { pricePayment } from './price.ts';

const { db } = await createDatabase();
const sends = { GBP: sendGbp, EUR: sendEur, THB: sendThb } as const;
const operations = { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' } as const;
type Home = keyof typeof sends;

const figuresOf = ({ amount, fee, total, arrives, totalCost }: PriceView | PaymentView) => ({
  amount,
  fee,
  total,
  arrives,
  totalCost,
});

describe.each(['GBP', 'EUR', 'THB'] as const)('a payment in %s', (currency: Home) => {
  let who: TestUser;
  let account: BankAccount;
  let payee: Payee;
  let session: string;

  beforeAll(async () => {
    who = await seedCustomer(db);
    const iban = { GBP: undefined, EUR: 'GB17LARK04062141728856', THB: 'GB76LARK04062141728861' }[currency];
    account = await seedAccount(db, who, { currency, balance: '9000.00', ...(iban && { iban }) });
    payee =
      currency === 'GBP'
        ? await seedPayee(db, who)
        : await seedPayeeOf(db, who, currency === 'EUR' ? payees.klaus : payees.malee);
    session = await seedSession(db, who);
  });

  const priced = (amount: string, typedSoFar = amount) =>
    asCustomer(db, who).run(pricePayment, {
      sourceBankholderId: account.bankholderId,
      amount: typedSoFar,
      currency,
      payeeUid: payee.id,
    });

  async function send(amount: string, fee: string) {
    const { currency: _, ...figures } = toPaymentOrder(account, payee, { amount, fee, ...regulatoryInformation });
    const order = await seedPaymentAuthorisation(
      db,
      who,
      { ...figures, currency } as never,
      session,
      operations[currency],
    );
    const verb = sends[currency];
    return inTransaction(db, (tx, now) => verb({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
  }

  async function shown(uid: string) {
    const me = asCustomer(db, who);
    const page = await me.run(showPayment, { id: uid });
    const { list } = await me.run(listPendingDomestic, { filterType: 'all' });
    const row = list.find((each) => each.uid === uid) as PaymentView;
    const receipt = await inTransaction(db, (tx) => findReceipt({ tx, actor: toActor(who) }, uid));
    const rows = receipt && Object.fromEntries(describeReceipt(receipt).sections[2]?.rows ?? []);
    return { page, row, rows };
  }

  const inWords = ({ amount, fee, total, arrives, totalCost }: ReturnType<typeof figuresOf>) => {
    const text = ({ amount: figure, currency: code }: typeof amount) =>
      `${Number(figure).toLocaleString('en-GB', { minimumFractionDigits: 2 })} ${code}`;
    return {
      'Amount sent': text(amount),
      'Our fee': text(fee),
      'Total from your account': text(total),
      'Payee gets': text(arrives),
      'Total cost': text(totalCost),
    };
  };

  it.each(['with its fee', 'by a free transfer'] as const)(
    'has the same price from preview to receipt, %s',
    async (how) => {
      if (how === 'by a free transfer')
        await inTransaction(db, (tx) =>
          insertFeeWaiver(tx, {
            id: v7(),
            customerId: who.customer.id,
            source: 'signup',
            appliesTo: ['faster-payments', 'sepa-instant', 'promptpay'],
          }),
        );
      const amount = how === 'with its fee' ? '1234.50' : '2345.60';
      const price = await priced(amount);
      expect((await priced(amount, '1')).fee).toEqual(price.fee);
      expect(Number(price.fee.amount) > 0).toBe(how === 'with its fee');
      const figures = figuresOf(price);
      expect(figures.totalCost).toEqual(price.fee);
      expect(figures.arrives).toEqual({ amount, currency });
      const made = await send(amount, price.fee.amount);
      expect(figuresOf(made)).toEqual(figures);
      expect(made.arrival.holidayCoverage).toBe(price.arrival.holidayCoverage);
      const same = async () => {
        const { page, row, rows } = await shown(made.uid);
        expect([figuresOf(page), figuresOf(row), row.arrival]).toEqual([figures, figures, page.arrival]);
        expect(page).toMatchObject({ exchange: null, charges: null, arrival: made.arrival });
        return rows;
      };
      await same();
      await inTransaction(db, (tx) => enterState(tx, made.uid, { state: 'submitted' }));
      for (const status of ['accepted', 'settled'] as const) {
        await asSystem(db, (ctx) =>
          applyStatusReport(ctx, { id: made.uid, attempt: 1 }, { status, document: '<answer/>' }),
        );
        expect(await same()).toEqual(inWords(figures));
      }
    },
  );

  it('reports unexpected deductions after arrival', async () => {
    const price = await priced('100.00');
    const made = await send('100.00', price.fee.amount);
    await inTransaction(db, (tx) => enterState(tx, made.uid, { state: 'submitted' }));
    const document = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-21T09:00:00Z</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>1</OrgnlPmtInfId><TxInfAndSts><OrgnlInstrId>${made.reference}</OrgnlInstrId>
      <OrgnlEndToEndId>${made.reference}</OrgnlEndToEndId><TxSts>ACSC</TxSts><ChrgsInf><Amt Ccy="${currency}">0.25</Amt>
      <Agt><FinInstnId><BICFI>SNDBGB20</BICFI></FinInstnId></Agt></ChrgsInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    await asSystem(db, (ctx) => applyStatusReport(ctx, { id: made.uid, attempt: 1 }, readStatus(document).answer));
    const { page, rows } = await shown(made.uid);
    const cost = formatAmount({ currency, minor: BigInt(Math.round(Number(price.fee.amount) * 100)) + 25n });
    expect(page.charges).toMatchObject({ expected: { amount: '0.00' }, deducted: { amount: '0.25', currency } });
    expect([page.arrives.amount, page.totalCost.amount]).toEqual(['99.75', cost]);
    expect(rows).toMatchObject({
      'Other banks’ charges': `0.25 ${currency}`,
      'Payee received': `99.75 ${currency}`,
      'Payee gets (estimated)': `100.00 ${currency}`,
      'Total cost': `${cost} ${currency}`,
    });
  });
});
