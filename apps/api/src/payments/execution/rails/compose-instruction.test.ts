import { regulatoryCodeLabels } from '@larkmere/contract/payments/regulatory-code-labels';
import { regulatoryCodes } from '@larkmere/contract/payments/regulatory-codes';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { money } from '@larkmere/money/money';
import { describe, expect, test } from 'vitest';
import { findSchemaErrors } from '../../../../../../test/fixtures/validate-messages.ts';
import type { PaymentInstruction, RailAccount } from '../../payment/rail.ts';
import { transliterateForRail } from '../../payment/rail-character-set.ts';
import { composeInstruction, composePacs008, composePain001 } from './compose-instruction.ts';
import { composeCamt056, composePacs028 } from './payment-bank.ts';

const awkward = 'Zoë & <Sons>\u0001 สมชาย';
const london = { street: 'Long Lane', buildingNumber: '7', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };
const ours: RailAccount = { kind: 'other', bic: 'SNDBGB20', accountNumber: '41728830' };
const german: RailAccount = { kind: 'iban', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const thai: RailAccount = { kind: 'thai', bankCode: '004', accountNumber: '1234567890' };
const american: RailAccount = { kind: 'us', aba: '021000021', accountNumber: '12345678', accountType: 'savings' };
const proxy = { kind: 'promptpay', proxyType: 'mobile', proxyId: '0066812345678' } as const;

function sampleInstruction(
  scheme: RailName,
  account: RailAccount,
  change: Partial<PaymentInstruction> = {},
): PaymentInstruction {
  return {
    paymentId: '0198c0de-0000-7000-8000-000000000001',
    messageId: '0198c0de000070008000000000000001',
    instructionId: 'LK0000000001',
    endToEndId: 'INV-2026/7',
    uetr: '9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
    scheme,
    amount: money('EUR', 4250n),
    payer: { name: 'Mali Hart', account: ours, address: london },
    payee: { name: awkward, account, address: { town: 'Köln', country: 'DE' } },
    reference: 'Invoice “7”',
    requestedAt: new Date('2026-11-21T09:00:00.000Z'),
    ...change,
  };
}

const abroad = (account: RailAccount): PaymentInstruction['payee'] => ({
  name: awkward,
  account,
  address: {
    street: 'Elm Street 7',
    room: 'Flat 3',
    postCode: '43004',
    town: 'Columbus',
    subDivision: 'Ohio',
    country: 'US',
  },
});
const regulatoryInformation = { purpose: 'GIFT', sourceOfFunds: 'gift', relationship: 'own_account' } as const;

const orders: readonly PaymentInstruction[] = [
  sampleInstruction('faster-payments', { kind: 'uk', sortCode: '202959', accountNumber: '63748472' }),
  sampleInstruction('faster-payments', {
    kind: 'uk',
    sortCode: '202959',
    accountNumber: '63748472',
    rollNumber: 'A/12-7',
  }),
  sampleInstruction('sepa-credit-transfer', german, { purpose: 'GDDS' }),
  sampleInstruction('sepa-instant', { kind: 'iban', iban: 'DE89370400440532013000' }),
  sampleInstruction('promptpay', thai, regulatoryInformation),
  ...(['mobile', 'national_id', 'tax_id', 'ewallet'] as const).map((proxyType) =>
    sampleInstruction('promptpay', { ...proxy, proxyType }),
  ),
  sampleInstruction('bahtnet', thai, regulatoryInformation),
  sampleInstruction('local', german, { relationship: 'supplier' }),
  ...(
    [
      ['AUBSB', '062000'],
      ['CACPA', '000312345'],
      ['INFSC', 'SBIN0000300'],
    ] as const
  ).map(([system, bankCode]) =>
    sampleInstruction('local', { kind: 'clearing', system, bankCode, accountNumber: '123456789' }),
  ),
  sampleInstruction('local', { kind: 'clabe', accountNumber: '032180000118359719' }),
  sampleInstruction('fedwire', american, { amount: money('USD', 1n), ...regulatoryInformation }),
  sampleInstruction('swift', german, { chargeBearer: 'OUR', ...regulatoryInformation, purpose: 'SUPP' }),
  sampleInstruction(
    'swift',
    { ...german, throughBic: 'BOTKJPJT' },
    { payee: abroad({ ...german, throughBic: 'BOTKJPJT' }) },
  ),
  sampleInstruction(
    'swift',
    { kind: 'other', bic: 'BOTKJPJT', accountNumber: '1234567' },
    { amount: money('JPY', 1500n) },
  ),
  ...(['faster-payments', 'sepa-instant', 'local'] as const).map((rail) =>
    sampleInstruction(rail, german, { rfiResponse: `${awkward} ${'เรือ '.repeat(40)}` }),
  ),
  sampleInstruction('swift', german, { rfiResponse: `${awkward} ${'a boat '.repeat(30)}` }),
];
const recall = {
  recallId: '0198c0de-0000-7000-8000-000000000002',
  reason: 'FRAD',
  requestedAt: new Date('2026-11-22T09:00:00.000Z'),
} as const;
const at = new Date('2026-11-21T09:05:00.000Z');

const field = (document: string, name: string) =>
  [...document.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((match) => match[1]);

describe.each(orders.map((order) => [order.scheme, order.payee.account.kind, order] as const))(
  '%s to %s',
  (_s, _k, order) => {
    const document = composeInstruction(order);

    test('is a valid and deterministic message', () => {
      expect(findSchemaErrors([document])).toBe('');
      expect(composeInstruction({ ...order })).toBe(document);
      expect(document).not.toMatch(/<(\w+)\/>|<(\w+)><\/\2>|undefined|null|NaN/);
    });

    test('carries every id and the amount', () => {
      expect([field(document, 'InstrId'), field(document, 'EndToEndId'), field(document, 'UETR')]).toEqual([
        [order.instructionId],
        [order.endToEndId],
        [order.uetr],
      ]);
      expect(field(document, 'MsgId')).toEqual(['0198c0de000070008000000000000001']);
    });

    test('has valid enquiry and recall messages', () => {
      const enquiry = composePacs028(order, at);
      expect(findSchemaErrors([enquiry])).toBe('');
      expect(field(enquiry, 'OrgnlUETR')).toEqual([order.uetr]);
      expect(field(composePacs028(order, at), 'MsgId')).not.toEqual(field(enquiry, 'MsgId'));
      const asked = composeCamt056(order, recall);
      expect(findSchemaErrors([asked])).toBe('');
      expect([field(asked, 'Cd'), field(asked, 'OrgnlEndToEndId')]).toEqual([['FRAD'], [order.endToEndId]]);
      expect(composeCamt056(order, recall)).toBe(asked);
    });
  },
);

test.each([
  ['faster-payments', 'InstrForDbtrAgt'],
  ['swift', 'InstrInf'],
] as const)('%s carries the answer to the bank in %s', (scheme, element) => {
  expect(
    field(composeInstruction(sampleInstruction(scheme, german, { rfiResponse: 'Tax number 12' })), element),
  ).toEqual(['Tax number 12']);
});

test.each([
  ['swift', 'OUR', 'DEBT'],
  ['swift', 'SHA', 'SHAR'],
  ['swift', 'BEN', 'CRED'],
] as const)('%s with %s is %s', (scheme, chargeBearer, code) => {
  expect(field(composeInstruction(sampleInstruction(scheme, german, { chargeBearer })), 'ChrgBr')).toEqual([code]);
});

test.each([
  ['promptpay', thai],
  ['bahtnet', thai],
  ['local', german],
  ['fedwire', american],
  ['swift', german],
] as const)('%s carries source of funds and relationship separately from the reference', (rail, account) => {
  const document = composeInstruction(
    sampleInstruction(rail, account, { ...regulatoryInformation, reference: 'Invoice 7' }),
  );
  expect([field(document, 'DbtCdtRptgInd'), field(document, 'Tp'), field(document, 'Inf')]).toEqual([
    ['DEBT'],
    ['SourceOfFunds', 'Relationship'],
    ['Gift or inheritance', 'My own account'],
  ]);
  expect(document).toMatch(/<Purp><Cd>GIFT<\/Cd><\/Purp><RgltryRptg>.*<\/RgltryRptg><RmtInf>/);
  expect(field(document, 'Ustrd')).toEqual(['Invoice 7']);
  const { sourceOfFunds: _, ...unsaid } = regulatoryInformation;
  expect(field(composeInstruction(sampleInstruction(rail, account, unsaid)), 'Tp')).toEqual(['Relationship']);
  expect(composeInstruction(sampleInstruction(rail, account))).not.toContain('RgltryRptg');
});

test.each(['faster-payments', 'sepa-credit-transfer', 'sepa-instant'] as const)(
  '%s omits regulatory reporting',
  (rail) => {
    const order = sampleInstruction(rail, german, regulatoryInformation);
    expect(composeInstruction(order)).not.toContain('RgltryRptg');
    expect(findSchemaErrors([composeInstruction(order)])).toBe('');
  },
);

test('every regulatory text fits into the message', () => {
  for (const sourceOfFunds of regulatoryCodes.sourceOfFunds)
    for (const relationship of regulatoryCodes.relationship) {
      const document = composeInstruction(sampleInstruction('swift', german, { sourceOfFunds, relationship }));
      expect(field(document, 'Inf')).toEqual([
        regulatoryCodeLabels.sourceOfFunds[sourceOfFunds],
        regulatoryCodeLabels.relationship[relationship],
      ]);
    }
});

test('charges default to shared, and follow the scheme where there is no choice', () => {
  expect(field(composeInstruction(sampleInstruction('swift', german)), 'ChrgBr')).toEqual(['SHAR']);
  expect(
    field(composeInstruction(sampleInstruction('sepa-instant', german, { chargeBearer: 'OUR' })), 'ChrgBr'),
  ).toEqual(['SLEV']);
});

test('a known address is structured, and an unknown one is omitted', () => {
  const document = composeInstruction(sampleInstruction('swift', german));
  expect([field(document, 'StrtNm'), field(document, 'BldgNb'), field(document, 'PstCd')]).toEqual([
    ['Long Lane'],
    ['7'],
    ['EC1A 9HF'],
  ]);
  expect([field(document, 'TwnNm'), field(document, 'Ctry')]).toEqual([
    ['London', 'Koln'],
    ['GB', 'DE'],
  ]);
  expect(document).not.toContain('AdrLine');
  const { name, account } = sampleInstruction('swift', german).payee;
  expect(field(composeInstruction(sampleInstruction('swift', german, { payee: { name, account } })), 'TwnNm')).toEqual([
    'London',
  ]);
});

test('room, state and intermediary bank of a foreign payee are included', () => {
  const account = { ...german, throughBic: 'BOTKJPJT' } as const;
  const document = composeInstruction(sampleInstruction('swift', account, { payee: abroad(account) }));
  expect([field(document, 'Room'), field(document, 'CtrySubDvsn')]).toEqual([['Flat 3'], ['Ohio']]);
  expect(document).toContain('<IntrmyAgt1><FinInstnId><BICFI>BOTKJPJT</BICFI></FinInstnId></IntrmyAgt1>');
  expect(composeInstruction(sampleInstruction('swift', german))).not.toContain('IntrmyAgt1');
});

test('the roll number is included for a building society', () => {
  const account = { kind: 'uk', sortCode: '202959', accountNumber: '63748472' } as const;
  const document = composeInstruction(sampleInstruction('faster-payments', { ...account, rollNumber: 'A/12-7' }));
  expect(field(document, 'InstrInf')).toEqual(['Roll number A/12-7']);
  expect(composeInstruction(sampleInstruction('faster-payments', account))).not.toContain('InstrForCdtrAgt');
});

test('an instruction composes only as the message of its rail', () => {
  expect(() => composePain001(sampleInstruction('swift', german))).toThrow(TypeError);
  expect(() => composePacs008(sampleInstruction('sepa-instant', german))).toThrow(TypeError);
});

test.each([
  ['swift', 'Zoë & <Sons>\u0001 Müller', 'Zoe & <Sons> Muller', ['ë', '\u0001', 'ü']],
  ['sepa-instant', 'Zoë & <Sons>', 'Zoe + (Sons)', ['ë', '&', '<', '>']],
  ['faster-payments', 'Harbour & Co', 'Harbour & Co', []],
  ['promptpay', 'สมชาย ใจดี', 'สมชาย ใจดี', []],
  ['sepa-instant', 'สมชาย', 'smchay', ['ส', 'ม', 'ช', 'า', 'ย']],
  ['sepa-credit-transfer', 'straße', 'strasse', ['ß']],
  ['sepa-instant', 'Zoe\u0308', 'Zoe', ['ë']],
  ['local', '😀', '.', ['😀']],
] as const)('%s carries %s as %s', (rail, given, carried, changed) => {
  const { text, replaced } = transliterateForRail(rail, given);
  expect([text, replaced.map(({ from }) => from)]).toEqual([carried, changed]);
});

test('texts are cut to the length that the rail allows', () => {
  const long = 'a'.repeat(200);
  const order = (scheme: RailName) =>
    sampleInstruction(scheme, german, { reference: long, payee: { name: long, account: german } });
  const document = composeInstruction(order('sepa-instant'));
  expect([field(document, 'Ustrd')[0]?.length, field(document, 'Nm').at(-1)?.length]).toEqual([140, 140]);
  expect(field(composeInstruction(order('faster-payments')), 'Ustrd')[0]?.length).toBe(18);
  expect(composeInstruction(sampleInstruction('swift', german, { reference: '' }))).not.toContain('RmtInf');
});

test.each([
  ['2026-01-15T23:30:00Z', '2026-01-15'],
  ['2026-03-28T23:30:00Z', '2026-03-28'],
  ['2026-03-29T23:00:00Z', '2026-03-30'],
  ['2026-07-15T22:59:59Z', '2026-07-15'],
  ['2026-07-15T23:00:00Z', '2026-07-16'],
  ['2026-10-25T23:30:00Z', '2026-10-25'],
])('at %s the day of a message is that of the bank, in London: %s', (moment, day) => {
  const requestedAt = new Date(moment);
  const credit = sampleInstruction('sepa-credit-transfer', german, { requestedAt });
  const swift = sampleInstruction('swift', german, { requestedAt });
  expect(field(composePain001(credit), 'Dt')).toEqual([day]);
  expect(field(composePacs008(swift), 'IntrBkSttlmDt')).toEqual([day]);
  expect(field(composeCamt056(swift, recall), 'OrgnlIntrBkSttlmDt')).toEqual([day]);
});
