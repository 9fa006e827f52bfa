import { formatMessage } from '@larkmere/messages/format-message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zip } from '../../../../../test/fixtures/sample-files.ts';
import { requirementsFor } from '../../payees/payee/requirements/requirements.ts';
import type { RowValues } from './bulk.ts';
import { findColumn, templateColumns } from './columns.ts';
import { FileRejected } from './file-rejected.ts';
import { parseFile, toCsv } from './parse-file.ts';
import { parseRow } from './parse-row.ts';

const faultsOf = (row: RowValues) =>
  parseRow(row).faults.map(({ field, reason }) => ({ field, message: formatMessage('en', reason) }));

const parseText = async (text: string) => parseFile(Buffer.from(text));
const rejectionOf = async (bytes: Buffer | string): Promise<string> => {
  const error = await parseFile(Buffer.from(bytes)).catch((caught: unknown) => caught);
  if (!(error instanceof FileRejected)) throw error;
  return error.message;
};

describe('CSV file', () => {
  it.each([
    ['Name,Sort Code,Account Number,Amount,Reference\nSomchai Prasert,20-29-59,63748472,25.00,Rent', 'commas'],
    [
      'payee;sort_code;account;value;payment reference\r\nSomchai Prasert;20-29-59;63748472;25.00;Rent\r\n',
      'semicolons',
    ],
    [
      '\uFEFFname\tsortCode\taccountNumber\tamount\treference\tnotes\n\nSomchai Prasert\t20-29-59\t63748472\t25.00\tRent\tx',
      'tabs',
    ],
  ])('%#: is read by its headings', async (text) => {
    expect(await parseText(text)).toEqual({
      format: 'csv',
      rows: [
        {
          name: 'Somchai Prasert',
          sortCode: '20-29-59',
          accountNumber: '63748472',
          amount: '25.00',
          reference: 'Rent',
        },
      ],
    });
  });

  it('accepts a quoted decimal comma and refuses ambiguous lines', async () => {
    const { rows } = await parseText('name;amount;reference\nA;25,00;Rent, May\nB;"1,5";');
    expect(rows).toEqual([
      { name: 'A', amount: '25,00', reference: 'Rent, May' },
      { name: 'B', amount: '1,5' },
    ]);
    expect((await parseText('name,amount,reference\nA,"1,250.00",Rent,,')).rows).toMatchObject([
      { amount: '1,250.00' },
    ]);
    expect(await rejectionOf('name,amount,reference\nA,1,R\nB,1,250.00,Rent')).toContain('Line 3 has more columns');
    expect(await rejectionOf('name,amount,reference\nA,25,00,Rent')).toContain('Line 2 has more columns');
  });

  it('reads Windows-1252 accents', async () => {
    const bytes = Buffer.concat([Buffer.from('name,amount\nZo'), Buffer.from([0xeb]), Buffer.from(',5')]);
    expect((await parseFile(bytes)).rows).toEqual([{ name: 'Zoë', amount: '5' }]);
  });

  it('reads UTF-16 in both byte orders', async () => {
    const bytes = Buffer.from('\uFEFFname\tamount\nZoë Ōta\t5', 'utf16le');
    expect((await parseFile(bytes)).rows).toEqual([{ name: 'Zoë Ōta', amount: '5' }]);
    expect((await parseFile(Buffer.from(bytes).swap16())).rows).toEqual([{ name: 'Zoë Ōta', amount: '5' }]);
    expect(await rejectionOf(Buffer.from([0xff, 0xfe, 0, 0xd8]))).toContain('Nothing was saved');
  });

  it('explains why a file is invalid', async () => {
    expect(await rejectionOf('one,two\n1,2')).toContain('The first line needs column names');
    expect(await rejectionOf('name,amount\n')).toContain('no payments');
    expect(await rejectionOf(Buffer.from([1, 0, 2]))).toContain('Upload a CSV, XLSX or pain.001 file');
    expect(await rejectionOf(`name,amount\n${'A,1\n'.repeat(10_001)}`)).toContain(
      'The most we can take is 10,000 payments',
    );
    expect(await rejectionOf(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40, 7)]))).toContain('damaged');
  });
});

type Cell = string | number | Readonly<{ xml: string }>;
function workbook(
  rows: readonly (readonly Cell[])[],
  head = '',
  more: Readonly<Record<string, string | Buffer>> = {},
): Buffer {
  const cell = (value: Cell, at: string): string =>
    typeof value === 'object'
      ? value.xml.replace('<c', `<c r="${at}"`)
      : typeof value === 'number'
        ? `<c r="${at}"><v>${value}</v></c>`
        : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packed = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const relation = (target: string, type: string): string =>
    `<Relationships xmlns="${packed}"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const cells = (row: readonly Cell[], line: number): string =>
    row.map((value, place) => cell(value, `${'ABCDEFG'[place]}${line + 1}`)).join('');
  const sheet = rows.map((row, line) => `<row r="${line + 1}">${cells(row, line)}</row>`).join('');
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relation('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheets/sheet1.xml', 'worksheet').replace(
      '</R',
      `<Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></R`,
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  });
}

it('a workbook cannot execute or define anything', async () => {
  const header = ['Name', 'Sort code', 'Account number', 'Amount', 'Reference'];
  const formula = workbook([header, ['=1+1', '20-29-59', 63748472, 0.1 + 0.2, '@SUM(A1)']]);
  expect((await parseFile(formula)).rows).toMatchObject([{ name: '=1+1', amount: '0.3', reference: '@SUM(A1)' }]);
  const huge = workbook([header, ['A', '1', '1', 1e300, 'R']]);
  expect((await parseFile(huge)).rows).toMatchObject([{ amount: '1e+300' }]);
  const bomb = workbook([header, ['&a;&a;', '1', '1', 1, 'R']], '<!DOCTYPE x [<!ENTITY a "boom">]>');
  const read = await parseFile(bomb).catch((error: unknown) => error);
  expect(JSON.stringify(read)).not.toContain('boom');
});

it('a workbook yields dates, formula results and numbers stored as text', async () => {
  const xml = (text: string) => ({ xml: text });
  const header = ['Name', 'Sort code', 'Account number', 'Amount', 'Reference', 'Date'];
  const sum = xml('<c><f>SUM(1,2)</f><v>3.5</v></c>');
  const day = xml('<c s="1"><v>46357</v></c>');
  const { rows } = await parseFile(
    workbook([
      header,
      ['Ann', '020304', '00012345', sum, 'R', day],
      [
        'Ben',
        '',
        '',
        '1,250.00',
        xml('<c t="str"><f>A1&amp;"x"</f><v>Rent x</v></c>'),
        xml('<c t="d"><v>2026-12-01</v></c>'),
      ],
      ['Cho', '', '', xml('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>'), xml('<c><f>A1</f></c>'), ''],
    ]),
  );
  expect(rows).toEqual([
    {
      name: 'Ann',
      sortCode: '020304',
      accountNumber: '00012345',
      amount: '3.5',
      reference: 'R',
      executionDate: '2026-12-01',
    },
    { name: 'Ben', amount: '1,250.00', reference: 'Rent x', executionDate: '2026-12-01' },
    expect.objectContaining({ name: 'Cho' }),
  ]);
  expect(parseRow(rows[2] ?? {}).faults.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['amount', 'reference']),
  );
});

it('a workbook that exceeds the memory limit is not unpacked, whatever its directory states', {
  timeout: 30_000,
}, async () => {
  const bomb = workbook([['Name', 'Amount']], ' '.repeat(41 * 1024 * 1024));
  expect(await rejectionOf(bomb)).toContain('damaged, password-protected or too large');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(10);
  const entry = 'PK\u0001\u0002';
  for (let at = bomb.indexOf(entry); at >= 0; at = bomb.indexOf(entry, at + 1)) size.copy(bomb, at + 24);
  expect(await rejectionOf(bomb)).toContain('too large');
  const pictured = workbook(
    [
      ['Name', 'Amount'],
      ['A', 1],
    ],
    '',
    { 'xl/media/image1.png': 'a picture' },
  );
  expect((await parseFile(pictured)).rows).toHaveLength(1);
});

describe('hostile workbook', () => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const header =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row>';
  const sheet = (rows: string, after = ''): string =>
    `<worksheet ${main}><sheetData>${header}${rows}</sheetData>${after}</worksheet>`;
  const first = (content: string) => workbook([], '', { 'xl/worksheets/sheet1.xml': content });
  const rows = 'more than 20,000 rows, counting empty ones and other sheets';
  const far = 'too large for a list of payments';

  it.each<[string, string, () => Buffer]>([
    ['three million empty rows in 27 kB', rows, () => first(sheet('<row/>'.repeat(3_000_000)))],
    ['rows of another prefix', rows, () => first(sheet('<x:row></x:row>'.repeat(30_000)))],
    [
      'rows in many sheets',
      rows,
      () =>
        workbook(
          [],
          '',
          Object.fromEntries(
            Array.from({ length: 30 }, (_, n) => [`xl/worksheets/s${n}.xml`, sheet('<row/>'.repeat(1000))]),
          ),
        ),
    ],
    ['a row far below', rows, () => first(sheet('<row r="1048576"><c><v>1</v></c></row>'))],
    ['a cell far below', rows, () => first(sheet(`<row><c r='B1048576'><v>1</v></c></row>`))],
    ['a place that is no place', rows, () => first(sheet('<row r="&#49;048576"/>'))],
    ['a cell far to the right', 'more than 256 columns', () => first(sheet('<row><c\n r = "XFD2"><v>1</v></c></row>'))],
    ['cells far to the right', 'more than 256 columns', () => first(sheet(`<row>${'<c/>'.repeat(300)}</row>`))],
    [
      'millions of texts',
      far,
      () => workbook([], '', { 'xl/sharedStrings.xml': `<sst ${main}>${'<si><t/></si>'.repeat(700_000)}</sst>` }),
    ],
    ['elements within elements', far, () => first(sheet('', '<a>'.repeat(200_000) + '</a>'.repeat(200_000)))],
    ['a tag without an end', 'too large', () => first(sheet(`<row ${'x'.repeat(200_000)}`))],
    [
      'two bytes a letter',
      'too large',
      () => workbook([], '', { 'xl/worksheets/sheet1.xml': Buffer.from(`\uFEFF${sheet('')}`, 'utf16le') }),
    ],
  ])('with %s is refused by name', async (_, words, build) => {
    expect(await rejectionOf(build())).toContain(words);
  });

  it('is unpacked only up to the limit', async () => {
    const pieces = { sheet: first(sheet('<row/>'.repeat(3_000_000))) };
    expect(pieces.sheet.length).toBeLessThan(40_000);
    const before = process.memoryUsage().arrayBuffers;
    await rejectionOf(pieces.sheet);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });

  it('is refused for trailing empty rows or unused parts beyond the limit', async () => {
    const payment = '<row r="2"><c r="A2" t="inlineStr"><is><t>Ann</t></is></c><c r="B2"><v>5</v></c></row>';
    const list = sheet(payment + '<row/>'.repeat(5000), '<dimension ref="A1:B9"/>');
    const chain = { 'xl/calcChain.xml': `<calcChain ${main}>${'<c r="ZZ99999"/>'.repeat(500)}</calcChain>` };
    const bytes = workbook([], '', { 'xl/worksheets/sheet1.xml': list, ...chain });
    expect((await parseFile(bytes)).rows).toEqual([{ name: 'Ann', amount: '5' }]);
  });
});

it('a workbook is read from its first sheet, including numbers', async () => {
  const bytes = workbook([
    ['Name', 'Sort code', 'Account number', 'Amount', 'Reference'],
    ['Somchai Prasert', '20-29-59', 63748472, 25.1, 'Rent'],
    ['Zoë', '', '', 1250, 'Lunch'],
  ]);
  expect(await parseFile(bytes)).toEqual({
    format: 'xlsx',
    rows: [
      { name: 'Somchai Prasert', sortCode: '20-29-59', accountNumber: '63748472', amount: '25.1', reference: 'Rent' },
      { name: 'Zoë', amount: '1250', reference: 'Lunch' },
    ],
  });
});

it('a number with three decimals is refused and never read as thousands', async () => {
  const { rows } = await parseFile(
    workbook([
      ['Name', 'Currency', 'Amount', 'Reference'],
      ['Zoë', 'EUR', 1.125, 1.125],
      ['Zoë', 'EUR', '1.250,00', 'B'],
      ['Zoë', 'EUR', '1.250', 'C'],
    ]),
  );
  expect(rows[0]?.reference).toBe('1.125');
  const faults = rows.map((row) => faultsOf(row).find(({ field }) => field === 'amount')?.message);
  expect(faults).toEqual(['EUR has two decimals at most. Write it like 25.00.', undefined, undefined]);
  const order = await parseText(pain(uk.replace('12.50', '1.125'), 1));
  expect(faultsOf(order.rows[0] ?? {})).toContainEqual(
    expect.objectContaining({ field: 'amount', message: expect.stringContaining('two decimals') }),
  );
});

const transfer = (name: string, account: string, agent: string, amount: string) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>E2E-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="GBP">${amount}</InstdAmt></Amt>
   <CdtrAgt><FinInstnId>${agent}</FinInstnId></CdtrAgt><Cdtr><Nm>${name}</Nm></Cdtr>
   <CdtrAcct><Id>${account}</Id></CdtrAcct></CdtTrfTxInf>`;
const pain = (transfers: string, count: number, head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
   <CstmrCdtTrfInitn><GrpHdr><NbOfTxs>${count}</NbOfTxs></GrpHdr><PmtInf>${transfers}</PmtInf></CstmrCdtTrfInitn></Document>`;
const placeholderAccount = '<Othr><Id>NOTPROVIDED</Id></Othr>';
const uk = transfer(
  'Harbour &amp; Co',
  '<Othr><Id>46238510</Id></Othr>',
  '<ClrSysMmbId><MmbId>871427</MmbId></ClrSysMmbId>',
  '12.50',
);

describe('pain.001 file', () => {
  it('is refused before parsing if it has too many payments or elements', async () => {
    expect(await rejectionOf(pain('<CdtTrfTxInf/>'.repeat(10_001), 10_001))).toContain(
      'The most we can take is 10,000 payments',
    );
    expect(await rejectionOf(pain('<n:CdtTrfTxInf/>'.repeat(10_001), 10_001))).toContain(
      'The most we can take is 10,000 payments',
    );
    expect(await rejectionOf(pain('<a/>'.repeat(1_000_001), 1))).toContain('The most we can take is 10,000 payments');
  });

  it('reads account numbers of each country', async () => {
    const euro = transfer('Greta', '<IBAN>DE89370400440532013000</IBAN>', '<BICFI>COBADEFF</BICFI>', '1');
    expect(await parseText(pain(uk + euro, 2))).toEqual({
      format: 'pain.001',
      rows: [
        {
          name: 'Harbour & Co',
          currency: 'GBP',
          amount: '12.50',
          reference: 'E2E-1',
          accountNumber: '46238510',
          sortCode: '871427',
        },
        {
          name: 'Greta',
          currency: 'GBP',
          amount: '1',
          reference: 'E2E-1',
          iban: 'DE89370400440532013000',
          bic: 'COBADEFF',
        },
      ],
    });
  });

  it('reads bank code and account, or a PromptPay proxy, for THB', async () => {
    const account = transfer(
      'Ploy',
      '<Othr><Id>1234567890</Id></Othr>',
      '<ClrSysMmbId><MmbId>004</MmbId></ClrSysMmbId>',
      '9',
    );
    const proxy = transfer('Ploy', '', placeholderAccount, '8').replace(
      '<Id></Id>',
      '<Prxy><Tp><Cd>MBNO</Cd></Tp><Id>+66812345678</Id></Prxy>',
    );
    const { rows } = await parseText(pain((account + proxy).replaceAll('"GBP"', '"THB"'), 2));
    expect(rows.map(parseRow)).toMatchObject([
      { faults: [], instruction: { payee: { account: '004 1234567890' } } },
      { faults: [], instruction: { payee: { account: '0066812345678' } } },
    ]);
  });

  it('reads the purpose and the regulatory reporting', async () => {
    const reported = (name: string, text: string) => `<Dtls><Tp>${name}</Tp>${text}</Dtls>`;
    const said = uk.replace(
      '</CdtTrfTxInf>',
      `<Purp><Cd>SALA</Cd></Purp><RgltryRptg>${reported('Relationship', '<Inf>employee</Inf>')}</RgltryRptg>
       <RgltryRptg>${reported('Limits', '<Inf>none</Inf>')}${reported('SourceOfFunds', '<Cd>business</Cd>')}</RgltryRptg></CdtTrfTxInf>`,
    );
    const { rows } = await parseText(pain(said, 1));
    expect(rows).toMatchObject([{ purpose: 'SALA', relationship: 'employee', sourceOfFunds: 'business' }]);
    expect(parseRow(rows[0] ?? {}).instruction?.regulatoryInformation).toEqual({
      purposeCode: 'SALA',
      relationship: 'employee',
      sourceOfFunds: 'business',
    });
  });

  it('reads scheme, date and the currency of the account per row, and refuses an amount in that currency', async () => {
    const order = `<PmtTpInf><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf><ReqdExctnDt><Dt>2026-12-01</Dt></ReqdExctnDt>
      <DbtrAcct><Id><IBAN>GB17LARK04062141728856</IBAN></Id><Ccy>GBP</Ccy></DbtrAcct>`;
    const euro = transfer('Greta', '<IBAN>DE89370400440532013000</IBAN>', placeholderAccount, '1').replaceAll(
      '"GBP"',
      '"EUR"',
    );
    const { rows } = await parseText(pain(order + euro, 1));
    expect(rows).toMatchObject([{ scheme: 'inst', executionDate: '2026-12-01', debitCurrency: 'GBP' }]);
    expect(parseRow(rows[0] ?? {})).toMatchObject({
      faults: [],
      instruction: { executionDate: '2026-12-01', debitCurrency: 'GBP' },
    });
    const equivalent = euro.replace(
      /<InstdAmt.*<\/InstdAmt>/,
      '<EqvtAmt><Amt Ccy="GBP">5</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt>',
    );
    const [row = {}] = (await parseText(pain(equivalent, 1))).rows;
    expect(faultsOf(row)).toMatchObject([{ message: expect.stringContaining('Enter the amount in EUR') }]);
  });

  it('requires a matching control sum', async () => {
    const summed = (sum: string) => pain(uk + uk, 2).replace('</NbOfTxs>', `</NbOfTxs><CtrlSum>${sum}</CtrlSum>`);
    expect((await parseText(summed('25'))).rows).toHaveLength(2);
    for (const sum of ['25.01', '2e1', '25,00', ''])
      expect(await rejectionOf(summed(sum))).toContain('says its total is');
  });

  it('reads an older version with a structured reference, and refuses cheques', async () => {
    const euro = transfer('Greta', '<IBAN>DE89370400440532013000</IBAN>', '<BIC>COBADEFF</BIC>', '1')
      .replace('GBP', 'EUR')
      .replace(
        '</CdtTrfTxInf>',
        '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></CdtTrfTxInf>',
      );
    const third = pain(`<PmtMtd>TRF</PmtMtd><ReqdExctnDt>2026-12-01</ReqdExctnDt>${euro}`, 1).replace('.09', '.03');
    expect((await parseText(third)).rows).toMatchObject([
      { bic: 'COBADEFF', reference: 'RF18539007547034', executionDate: '2026-12-01' },
    ]);
    const unnamedOrder = pain(euro.replace(/<RmtInf>.*<\/RmtInf>/, '').replace('E2E-1', 'NOTPROVIDED'), 1);
    expect((await parseText(unnamedOrder)).rows[0]).not.toHaveProperty('reference');
    expect(await rejectionOf(pain(`<PmtMtd>CHK</PmtMtd>${uk}`, 1))).toContain('cheques');
  });

  it('does not expand nested entities', async () => {
    const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    for (const head of [`<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]>`, `<!doctype l [<!ENTITY l0 "lol">${laughs}]>`])
      expect(await rejectionOf(pain(uk.replace('Harbour', '&l10;'), 1, head))).toContain(
        'This is not a pain.001 payment file',
      );
  });

  it('is refused for a wrong count, entities or another message type', async () => {
    expect(await rejectionOf(pain(uk, 2))).toContain('says it has 2 payments, but it has 1');
    const bomb = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>';
    expect(await rejectionOf(pain(uk, 1, bomb))).toContain('This is not a pain.001 payment file');
    expect(await rejectionOf('<html><body>no</body></html>')).toContain('This is not a pain.001 payment file');
  });
});

describe('bulk row', () => {
  const right = {
    name: 'Somchai Prasert',
    sortCode: '20-29-59',
    accountNumber: '63748472',
    amount: '25',
    reference: 'A',
  };

  it('is a payment when all fields are valid', () => {
    expect(parseRow(right)).toMatchObject({
      faults: [],
      instruction: {
        amount: { currency: 'GBP', minor: 2500n },
        reference: 'A',
        payee: { type: 'gbp', account: '202959 63748472', entityType: 'individual' },
      },
    });
    expect(parseRow({ ...right, amount: '1,250.00', entityType: 'Company' }).instruction).toMatchObject({
      amount: { minor: 125_000n },
      payee: { entityType: 'company' },
    });
  });

  it.each([
    [{ accountNumber: '63748473' }, 'accountNumber', 'do not match'],
    [{ sortCode: '2029' }, 'sortCode', '6 digits'],
    [{ amount: '0' }, 'amount', 'above zero'],
    [{ amount: '1.250' }, 'amount', 'could mean 1,250.00 GBP or 1.25 GBP'],
    [{ amount: '1,250' }, 'amount', 'Write 1250.00 or 1.25'],
    [{ amount: '€5' }, 'amount', 'another currency'],
    [{ amount: '' }, 'amount', 'Enter an amount'],
    [{ amount: '1.2,50' }, 'amount', 'groups of three'],
    [{ amount: '1,250,00' }, 'amount', 'more than one decimal mark'],
    [{ amount: '1.005' }, 'amount', 'may mean 1,005.00 GBP'],
    [{ amount: '1e9' }, 'amount', 'in full'],
    [{ amount: '0x10' }, 'amount', 'letters'],
    [{ amount: '=1+1' }, 'amount', 'Use only digits'],
    [{ amount: '9'.repeat(40) }, 'amount', '15 digits'],
    [{ amount: '-5' }, 'amount', 'above zero'],
    [{ reference: '' }, 'reference', 'Enter a reference'],
    [{ reference: 'much too long for a reference' }, 'reference', 'up to 18'],
    [{ name: '' }, 'name', 'Enter the account name'],
    [{ currency: 'XXX' }, 'currency', 'Enter GBP, EUR or THB'],
    [{ currency: 'USD' }, 'currency', 'not USD this way'],
    [{ type: 'swt', currency: 'EUR' }, 'currency', 'not EUR this way'],
    [{ debitCurrency: 'XYZ' }, 'debitCurrency', 'Enter the currency of your account'],
    [{ amountCurrency: 'EUR' }, 'amountCurrency', 'Enter the amount in GBP'],
    [{ executionDate: '01/12/2026' }, 'executionDate', 'could mean'],
    [{ iban: 'DE89370400440532013000' }, 'iban', 'do not need it'],
  ])('refuses %j', (change, field, message) => {
    expect(parseRow({ ...right, ...change }).instruction).toBeUndefined();
    const faults = faultsOf({ ...right, ...change });
    expect(faults.find((fault) => fault.field === field)?.message).toContain(message);
  });

  it.each([
    [
      { name: '', amount: '', reference: 'much too long for a reference', accountNumber: '63748473' },
      'name amount reference accountNumber',
    ],
    [{ sortCode: '1', accountNumber: '1', reference: '#' }, 'sortCode accountNumber reference'],
    [{ currency: 'XXX', reference: '', name: '' }, 'currency reference name'],
    [{ currency: 'XXX' }, 'currency'],
  ])('%j: reports all faults at once', (change, fields) => {
    const found = parseRow({ ...right, ...change }).faults.map(({ field }) => field);
    expect(found.toSorted()).toEqual(fields.split(' ').toSorted());
  });

  it('identifies the payee even if amount and reference are invalid', () => {
    const { instruction, payee } = parseRow({ ...right, amount: '', reference: 'much too long for a reference' });
    expect([instruction, payee?.account]).toEqual([undefined, parseRow(right).payee?.account]);
  });

  const euros = {
    name: 'Greta Lindqvist',
    currency: 'EUR',
    iban: 'DE89370400440532013000',
    amount: '1.250,5',
    reference: 'A',
  };
  it.each([
    [euros, { type: 'eur', account: 'DE89370400440532013000', details: { country: 'DE' } }, 125_050n],
    [{ ...euros, scheme: 'INST', amount: '7,00' }, { type: 'eur' }, 700n],
    [
      { name: 'Ploy', bankCode: '004', accountNumber: '123-4-56789-0', amount: '900', reference: 'A' },
      { type: 'thb', account: '004 1234567890', details: { payTo: 'account' } },
      90_000n,
    ],
    [
      { name: 'Ploy', currency: 'thb', proxy: '081 234 5678', amount: '1', reference: 'A' },
      { account: '0066812345678', details: { payTo: 'mobile' } },
      100n,
    ],
    [
      { name: 'Ploy', proxy: '1234567890121', amount: '1', reference: 'A' },
      { account: '1234567890121', details: { payTo: 'id' } },
      100n,
    ],
    [
      { name: 'Ploy', proxy: '123456789012345', amount: '1', reference: 'A' },
      { account: '123456789012345', details: { payTo: 'ewallet' } },
      100n,
    ],
  ])('reads %j in its own currency', (given, payee, minor) => {
    expect(parseRow(given)).toMatchObject({ faults: [], instruction: { payee, amount: { minor } } });
  });

  it.each([
    [{ ...euros, iban: 'DE89370400440532013001' }, 'iban', 'typing mistake'],
    [{ ...euros, iban: 'US12' }, 'iban', 'Enter an IBAN from a SEPA country'],
    [{ ...euros, iban: '' }, 'iban', 'Enter the IBAN'],
    [{ ...euros, scheme: 'fast' }, 'scheme', 'inst'],
    [
      { name: 'Ploy', bankCode: '999', accountNumber: '1234567890', amount: '1', reference: 'A' },
      'bankCode',
      '3-digit Thai bank code',
    ],
    [{ name: 'Ploy', proxy: '12345', amount: '1', reference: 'A' }, 'proxy', 'mobile number'],
    [{ name: 'Ploy', currency: 'THB', amount: '1', reference: 'A' }, 'accountNumber', 'account number'],
  ])('refuses %j with a message about columns', (given, field, message) => {
    const faults = faultsOf(given);
    expect(faults.find((fault) => fault.field === field)?.message).toContain(message);
    expect(faults.some((fault) => fault.field === 'country')).toBe(false);
  });

  it('never throws for arbitrary input', () => {
    const keys = fc.constantFrom('name', 'amount', 'currency', 'reference', 'sortCode', 'iban', 'type', 'country');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.string({ maxLength: 30 })), (given) => {
        const { faults, instruction } = parseRow(given);
        return (instruction === undefined) === faults.length > 0;
      }),
    );
  });
});

it('no exported cell runs as a formula', () => {
  expect(toCsv([['=1+1', '+1', '-1', '@x', '\tx', '＝1', '＠x', 'a "b"', 'plain']])).toBe(
    `\uFEFF"'=1+1","'+1","'-1","'@x","'\tx","'＝1","'＠x","a ""b""","plain"\r\n`,
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cell = toCsv([[text]]).slice(2, -3);
      return !/^[=+\-@\t\r]/.test(cell);
    }),
  );
});

it('the template has every required column of each currency', () => {
  const named = templateColumns.map(findColumn);
  expect(named).not.toContain(undefined);
  for (const given of [{ type: 'gbp' }, { type: 'eur', country: 'DE' }, { type: 'thb', payTo: 'account' }] as const) {
    const needed = requirementsFor(given).flatMap(({ fields }) => fields.filter(({ required }) => required));
    const keys = needed.map(({ key }) => key).filter((key) => key !== 'country' && key !== 'payTo');
    expect(named).toEqual(expect.arrayContaining(keys));
  }
});

describe('numbers of a file', () => {
  const header = ['Name', 'Sort code', 'Account number', 'Amount', 'Reference'];
  const sheetOf = (cell: string): Buffer =>
    workbook([header, ['Somchai Prasert', '20-29-59', { xml: cell }, 25, 'Rent']]);
  const accountOf = async (cell: string) => (await parseFile(sheetOf(cell))).rows[0]?.accountNumber ?? '';
  const faultOf = async (cell: string) => {
    const [row = {}] = (await parseFile(sheetOf(cell))).rows;
    return faultsOf(row).filter(({ field }) => field === 'accountNumber')[0]?.message;
  };

  it.each([
    ['63748472', '63748472'],
    ['63748472.0', '63748472'],
    ['63748472.00', '63748472'],
    ['6.3748472E7', '63748472'],
  ])('a number cell %s is the whole number', async (value, account) => {
    expect(await accountOf(`<c><v>${value}</v></c>`)).toBe(account);
    expect(await faultOf(`<c><v>${value}</v></c>`)).toBeUndefined();
  });

  it.each([
    ['1.23457E+11', 'A spreadsheet shortened this number'],
    ['12345678901234567', 'A spreadsheet shortened this number'],
    ['63748472.5', 'a full stop'],
    ['-63748472', '“-”'],
    ['3748472', 'Write all 8'],
  ])('a number cell %s is refused by name', async (value, text) => {
    expect(await faultOf(`<c><v>${value}</v></c>`)).toContain(text);
  });

  it('a sort code that became a date is refused', async () => {
    const sheet = workbook([header, ['Ann', { xml: '<c s="1"><v>46357</v></c>' }, '63748472', 25, 'Rent']]);
    const [row = {}] = (await parseFile(sheet)).rows;
    expect(faultsOf(row)).toEqual([{ field: 'sortCode', message: expect.stringContaining('This has') as string }]);
  });

  it.each(['1234567890.0', '63748472.0', '6374/8472', '+63748472', '6374.8472', '3748472', '6374\u200b8472'])(
    'a text %j is refused, in a sheet and in CSV',
    async (value) => {
      expect(await faultOf(`<c t="inlineStr"><is><t>${value}</t></is></c>`)).toBeDefined();
      const csv = `name,sort code,account number,amount,reference\nSomchai Prasert,20-29-59,"${value}",25,Rent\n`;
      const [row = {}] = (await parseText(csv)).rows;
      expect(faultsOf(row).map(({ field }) => field)).toContain('accountNumber');
    },
  );
});

it('texts of a row lose their hidden characters', () => {
  const row = {
    name: 'Anna\u202e Lee\u200b',
    sortCode: '202959',
    accountNumber: '63748472',
    amount: '1',
    reference: 'Rent\u2066',
  };
  const { faults, instruction, values } = parseRow(row);
  expect(faults).toEqual([]);
  expect(instruction).toMatchObject({ payee: { name: 'Anna Lee' }, reference: 'Rent' });
  expect(values).toMatchObject({ name: 'Anna Lee', reference: 'Rent' });
});
