import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { asSystem, createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  payees,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { berlinPayee } from '../../../../../test/fixtures/standing-order.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { importBanks } from '../../reference/bank-directory/import-banks.ts';
import { sendEur, sendGbp } from '../domestic/send-domestic.ts';
import { toInstruction } from '../execution/dispatch-payment.ts';
import { composeInstruction } from '../execution/rails/compose-instruction.ts';
import { findPayment, type Payment } from './payment.sql.ts';
import { payeeRailAccount, payeeRailAddress } from './payment-party.ts';

const { db } = await createDatabase();
const table = ['country,bank_code,bic,name', 'DE,37040044,COBADEFFXXX,Commerzbank'].join('\n');
const address = { addressCountry: 'DE', addressLine1: 'Torstrasse 7', townName: 'Berlin', postCode: '10119' };
const postal =
  '<PstlAdr><StrtNm>Torstrasse 7</StrtNm><PstCd>10119</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr>';

async function messageTo(more: Record<string, string>): Promise<string> {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, {
    currency: 'EUR',
    iban: 'GB33BUKB20201555555555',
    bic: 'BUKBGB22',
    balance: '500.00',
  });
  const { klaus } = payees;
  const payee = await seedPayeeOf(db, who, { ...klaus, details: { ...klaus.details, ...more } });
  const session = await seedSession(db, who);
  const { currency: _, ...figures } = toPaymentOrder(account, payee, { fee: '0.40' });
  const wanted = { ...figures, currency: 'EUR' as const, scheme: 'auto' as const };
  const order = await seedPaymentAuthorisation(db, who, wanted, session, 'payment.eur');
  const actor = inSession(who, session);
  const { uid } = await inTransaction(db, (tx, now) => sendEur({ tx, now, actor, requestId: 'test' }, order));
  return composed(uid);
}

const composed = async (uid: string) =>
  composeInstruction(toInstruction((await inTransaction(db, (tx) => findPayment(tx, uid))) as Payment));

it('sends the BIC derived from an IBAN only if none was entered', async () => {
  const agent = (bic: string) => `<CdtrAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></CdtrAgt>`;
  expect(await messageTo({})).toContain(
    '<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>',
  );
  await asSystem(db, (ctx) => importBanks(ctx, table));
  expect(await messageTo({})).toContain(agent('COBADEFFXXX'));
  expect(await messageTo({ bic: 'DEUTDEFF' })).toContain(agent('DEUTDEFF'));
});

it('sends a complete payee address by SEPA and Faster Payments, never a partial one', async () => {
  expect(await messageTo(address)).toContain(`<Cdtr><Nm>Klaus Berg</Nm>${postal}</Cdtr>`);
  expect(await messageTo({})).toContain('<Cdtr><Nm>Klaus Berg</Nm></Cdtr>');
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '500.00' });
  const payee = await seedPayeeOf(db, who, {
    type: 'gbp',
    currency: 'GBP',
    details: { sortCode: '202959', accountNumber: '63748472', ...address },
    account: v7(),
  });
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(
    db,
    who,
    { ...toPaymentOrder(account, payee), currency: 'GBP' as const },
    session,
  );
  const actor = inSession(who, session);
  const { uid } = await inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
  expect(await composed(uid)).toContain(`<Cdtr><Nm>Klaus Berg</Nm>${postal}</Cdtr>`);
});

it('writes the structured payee address into pacs.008', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayeeOf(db, who, berlinPayee);
  const message = composeInstruction({
    paymentId: v7(),
    instructionId: 'LM1',
    endToEndId: 'LM1',
    uetr: v7(),
    scheme: 'swift',
    amount: { currency: 'EUR', minor: 2500n },
    reference: 'Rent',
    requestedAt: new Date('2026-11-20T10:00:00Z'),
    payer: { name: 'Ann', account: { kind: 'iban', iban: 'GB33BUKB20201555555555' }, address: null },
    payee: { name: payee.name, account: payeeRailAccount(payee), address: payeeRailAddress(payee) },
  } as never);
  expect(message).toContain(`<Cdtr><Nm>Klaus Berg</Nm>${postal}</Cdtr>`);
});
