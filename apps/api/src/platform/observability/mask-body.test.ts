import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskBody } from './mask-body.ts';

describe('what the log of calls keeps of a body', () => {
  it('keeps amounts, codes, states, times and generated ids, and masks the rest', () => {
    const body = {
      payee: { name: 'Mali Hart', accountNumber: '6374 8472', sortCode: '20-29-59' },
      amount: '12400.00',
      currency: 'USD',
      status: 'in_review',
      at: '2026-11-26T09:00:00Z',
      uid: '0198c0de-0000-7000-8000-000000000001',
      reference: 'Rent for Mali',
      urgent: true,
      note: null,
    };
    expect(maskBody(body)).toEqual({
      payee: { name: '[masked]', accountNumber: '[masked ··8472]', sortCode: '[masked]' },
      amount: '12400.00',
      currency: 'USD',
      status: 'in_review',
      at: '2026-11-26T09:00:00Z',
      uid: '0198c0de-0000-7000-8000-000000000001',
      reference: '[masked]',
      urgent: true,
      note: null,
    });
  });

  it('reads XML and forms by the names of their fields', () => {
    const xml = `<Document xmlns="urn:x"><CdtTrfTxInf><Amt><InstdAmt Ccy="EUR">42.50</InstdAmt></Amt>
      <Cdtr><Nm>Mali Hart</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>
      <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></CdtTrfTxInf></Document>`;
    expect(maskBody(xml)).toEqual({
      Document: {
        CdtTrfTxInf: {
          Amt: { InstdAmt: { '#text': '42.50', '@Ccy': 'EUR' } },
          Cdtr: { Nm: '[masked]' },
          CdtrAcct: { Id: { IBAN: '[masked ··3000]' } },
          StsRsnInf: { Rsn: { Cd: 'AC04' } },
        },
      },
    });
    expect(maskBody('grant_type=x&client_assertion=abc.def&amount=1.00')).toEqual({
      grant_type: '[masked]',
      client_assertion: '[masked]',
      amount: '1.00',
    });
  });

  it('masks secrets whatever their shape is', () => {
    const secret = '0198c0de-0000-7000-8000-000000000001';
    for (const name of ['token', 'password', 'pincode', 'approval', 'captcha', 'client_secret', 'dateOfBirth'])
      expect(maskBody({ [name]: secret })).toEqual({ [name]: '[masked]' });
    expect(maskBody({ dateOfBirth: '1990-01-02', pin: 2857, cvc: '123' })).toEqual({
      dateOfBirth: '[masked]',
      pin: '[masked]',
      cvc: '[masked]',
    });
  });

  it.each([
    ['text that is neither JSON, XML nor a form', 'Mali Hart', '[masked]'],
    ['JSON that ends too early', '{"name":"Mali', '[masked]'],
    ['XML with its own definitions', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '[masked]'],
    ['nothing', '', null],
    [
      'a long body',
      { list: Array.from({ length: 40 }, () => ({ name: 'x'.repeat(100), other: 'y'.repeat(99) })) },
      undefined,
    ],
  ])('does not fail on %s', (_, body, expected) => {
    const kept = maskBody(body);
    if (expected !== undefined) expect(kept).toEqual(expected);
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(4000);
  });

  it('lets no text of a person through, wherever it stands', () => {
    const canary = 'Kanarienvogel Zwölf-7391';
    const withCanary = fc
      .object({
        values: [fc.constant(canary)],
        key: fc.constantFrom('name', 'status', 'amount', 'currency', 'Cd', 'at', 'uid', 'iban', 'code', 'Nm'),
      })
      .map((body) => JSON.stringify(body));
    fc.assert(
      fc.property(withCanary, (body) => {
        expect(JSON.stringify(maskBody(body))).not.toContain('7391');
      }),
    );
  });
});
