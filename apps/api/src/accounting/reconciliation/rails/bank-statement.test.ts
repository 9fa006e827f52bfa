import { money } from '@larkmere/money/money';
import { describe, expect, it } from 'vitest';
import { UnreadableRailMessage } from '../../../platform/iso20022/iso-message.ts';
import { readStatement } from './bank-statement.ts';

const balance = (code: string, amount: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd></Bal>`;
const line = (amount: string, side: string, endToEndId: string, reference: string, ours = '') =>
  `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><ValDt><Dt>2026-11-20</Dt></ValDt>
   <AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs>${ours}<EndToEndId>${endToEndId}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;
const statement = (...parts: string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${parts.join('')}</Stmt></BkToCstmrStmt></Document>`;

const day = '2026-11-20';

describe('a bank statement', () => {
  it('is read with our reference if it has one, and outgoing amounts as negative', () => {
    const document = statement(
      balance('OPBD', '100.00'),
      balance('CLBD', '15.00', 'DBIT'),
      line('125.00', 'DBIT', 'AB12CD34', 'SB0001'),
      line('10.00', 'CRDT', 'NOTPROVIDED', 'SB0002'),
    );
    expect(readStatement(document, 'GBP')).toEqual({
      opening: money('GBP', 10_000n),
      closing: money('GBP', -1500n),
      movements: [
        { reference: 'AB12CD34', amountMinor: -12_500n, day },
        { reference: 'SB0002', amountMinor: 1000n, day },
      ],
    });
  });

  it('uses our reference even if the payer set an end-to-end id', () => {
    const own = line('5.00', 'DBIT', 'INV-2026/7', 'SB0003', '<InstrId>AB12CD34</InstrId>');
    const { movements } = readStatement(statement(balance('OPBD', '5.00'), balance('CLBD', '0.00'), own), 'GBP');
    expect(movements).toEqual([{ reference: 'AB12CD34', amountMinor: -500n, day }]);
  });

  it('may contain no movement or a single one', () => {
    const both = [balance('OPBD', '1.00'), balance('CLBD', '1.00')];
    expect(readStatement(statement(...both), 'GBP').movements).toEqual([]);
    expect(readStatement(statement(...both, line('1.00', 'CRDT', 'NOTPROVIDED', 'SB3')), 'GBP').movements).toEqual([
      { reference: 'SB3', amountMinor: 100n, day },
    ]);
  });

  it('is refused without both balances, and in another currency', () => {
    expect(() => readStatement(statement(balance('OPBD', '1.00'), balance('ITBD', '1.00')), 'GBP')).toThrow(
      UnreadableRailMessage,
    );
    const both = statement(balance('OPBD', '1.00'), balance('CLBD', '1.00'));
    expect(() => readStatement(both, 'EUR')).toThrow(UnreadableRailMessage);
  });
});
