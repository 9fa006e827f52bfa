import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportFormat } from '@larkmere/contract/accounts/export-presets';
import { exportFormats, exportPresets, presetSettings } from '@larkmere/contract/accounts/export-presets';
import { formatAmount, readAmount } from '@larkmere/money/money';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../../../../test/fixtures/read-pdf.ts';
import { hostileRows, sampleStatement } from '../../../../../../../test/fixtures/statement.ts';
import {
  canValidate,
  findSchemaErrors,
  whyNotValidated,
} from '../../../../../../../test/fixtures/validate-messages.ts';
import { readEntries, streamEntry } from '../../../../platform/files/zip.ts';
import { decomposeSaraAm } from '../../../../platform/pdf/pdf.ts';
import { csvStyles } from '../columns.ts';
import { formats } from '../formats.ts';
import type { Statement } from '../statement-row.ts';
import { maxPdfRows } from './pdf.ts';
import { toSwiftText } from './text.ts';

async function write(format: ExportFormat, statement: Statement, preset: (typeof exportPresets)[number] | null = null) {
  const parts: Buffer[] = [];
  for await (const part of formats[format].write(statement, {
    preset,
    owner: 'test',
    verificationAddress: 'larkmere.test/verify',
  }))
    parts.push(typeof part === 'string' ? Buffer.from(part) : Buffer.from(part));
  return Buffer.concat(parts);
}

/** Figures as an independent reader finds them, in minor units. Null where a format has no place for one. */
type Figures = Readonly<{ opening: bigint | null; closing: bigint; amounts: bigint[]; balances: bigint[] | null }>;

const minorOf = (text: string, currency: 'GBP' | 'JPY' = 'GBP'): bigint => {
  const amount = readAmount(currency, text.replace(/^[+-]/, ''));
  if (!amount) throw new Error(`${text} is not an amount`);
  return text.startsWith('-') ? -amount.minor : amount.minor;
};

const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false });
const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const signed = (amount: string, indicator: string): bigint => (indicator === 'DBIT' ? -1n : 1n) * minorOf(amount);

const readers: Readonly<Record<ExportFormat, (bytes: Buffer) => Figures | Promise<Figures>>> = {
  csv: (bytes) => {
    const rows = parse<Record<string, string>>(bytes, { bom: true, columns: true });
    const entries = rows.slice(1, -1);
    return {
      opening: minorOf(rows[0]?.Balance ?? ''),
      closing: minorOf(rows.at(-1)?.Balance ?? ''),
      amounts: entries.map((row) => minorOf(row.Amount ?? '')),
      balances: entries.map((row) => minorOf(row.Balance ?? '')),
    };
  },
  xlsx: async (bytes) => {
    const [header = [], ...rows] = await readXlsx(bytes);
    const at = (name: string) => header.indexOf(name);
    const minor = (value: unknown): bigint => BigInt(Math.round(Number(value) * 100));
    const entries = rows.slice(1, -1);
    return {
      opening: minor(rows[0]?.[at('Balance')]),
      closing: minor(rows.at(-1)?.[at('Balance')]),
      amounts: entries.map((row) => minor(row[at('Amount')])),
      balances: entries.map((row) => minor(row[at('Balance')])),
    };
  },
  json: (bytes) => {
    const { data } = JSON.parse(bytes.toString()) as {
      data: { opening: string; closing: string; rows: { amount: string; balanceAfter: string }[] };
    };
    return {
      opening: minorOf(data.opening),
      closing: minorOf(data.closing),
      amounts: data.rows.map(({ amount }) => minorOf(amount)),
      balances: data.rows.map(({ balanceAfter }) => minorOf(balanceAfter)),
    };
  },
  ofx: (bytes) => {
    const { STMTRS } = xml.parse(bytes.toString()).OFX.BANKMSGSRSV1.STMTTRNRS;
    const transactions = listOf<{ TRNAMT: string }>(STMTRS.BANKTRANLIST.STMTTRN);
    const amounts = transactions.map(({ TRNAMT }) => minorOf(TRNAMT));
    return { opening: null, closing: minorOf(STMTRS.LEDGERBAL.BALAMT), amounts, balances: null };
  },
  qif: (bytes) => {
    const [opening = 0n, ...amounts] = [...bytes.toString().matchAll(/^T(-?[\d.]+)$/gm)].map(([, amount = '']) =>
      minorOf(amount),
    );
    return { opening, closing: amounts.reduce((sum, amount) => sum + amount, opening), amounts, balances: null };
  },
  camt053: (bytes) => {
    const { Stmt } = xml.parse(bytes.toString()).Document.BkToCstmrStmt;
    type Amount = { Amt: { '#text': string }; CdtDbtInd: string };
    const value = ({ Amt, CdtDbtInd }: Amount) => signed(Amt['#text'], CdtDbtInd);
    const [opening, closing] = Stmt.Bal as [Amount, Amount];
    return {
      opening: value(opening),
      closing: value(closing),
      amounts: listOf<Amount>(Stmt.Ntry).map(value),
      balances: null,
    };
  },
  mt940: (bytes) => {
    const text = bytes.toString('latin1');
    const balance = (tag: string): bigint => {
      const [, mark, amount = ''] = new RegExp(`^:${tag}:([CD])\\d{6}[A-Z]{3}([\\d,]+)\r$`, 'm').exec(text) ?? [];
      return signed(amount.replace(',', '.'), mark === 'D' ? 'DBIT' : 'CRDT');
    };
    const lines = [...text.matchAll(/^:61:\d{10}(R?[CD])([\d,]+)N[A-Z]{3}(.{1,16})\/\/(.{16})\r$/gm)];
    return {
      opening: balance('60F'),
      closing: balance('62F'),
      amounts: lines.map(([, mark, amount = '']) =>
        signed(amount.replace(',', '.'), mark === 'D' || mark === 'RC' ? 'DBIT' : 'CRDT'),
      ),
      balances: null,
    };
  },
  pdf: (bytes) => {
    const figures = [...readPdf(bytes).text.matchAll(/^[+-]?[\d,]+\.\d\d(?: GBP)?$/gm)].map(([figure]) => figure);
    const [opening = '', , , closing = '', ...rows] = figures;
    const minor = (figure: string): bigint => minorOf(figure.replace(/[,+]| GBP/g, ''));
    return {
      opening: minor(opening),
      closing: minor(closing),
      amounts: rows.filter((_, at) => at % 2 === 0).map(minor),
      balances: rows.filter((_, at) => at % 2 === 1).map(minor),
    };
  },
};

async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
  const sheets = (await readWorkbook(bytes)) as unknown as { data: unknown[][] }[];
  return sheets[0]?.data ?? [];
}

async function readSheetXml(bytes: Buffer): Promise<string> {
  const sheet = readEntries(bytes)?.find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error('the workbook has no sheet');
  const pieces: Buffer[] = [];
  for await (const piece of streamEntry(bytes, sheet)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe.each(exportFormats)('%s', (format) => {
  it('has every amount, and opening plus rows is closing', async () => {
    const statement = sampleStatement(hostileRows);
    const { opening, closing, amounts, balances } = await readers[format](await write(format, statement));
    const expected = statement.rows.map(({ amount }) => amount.minor);
    expect(amounts).toEqual(expected);
    expect(closing).toBe(statement.head.closing.minor);
    expect(opening ?? closing - expected.reduce((sum, minor) => sum + minor, 0n)).toBe(statement.head.opening.minor);
    if (balances) expect(balances).toEqual(statement.rows.map(({ balanceAfter }) => balanceAfter.minor));
  });

  it('is complete without a single row, and with an overdrawn balance', async () => {
    for (const opening of [0n, -5_000n]) {
      const { closing, amounts } = await readers[format](await write(format, sampleStatement([], { opening })));
      expect([closing, amounts]).toEqual([opening, []]);
    }
  });

  it('contains no control character that someone wrote into a name', async () => {
    if (format === 'pdf' || format === 'xlsx') return;
    const bytes = await write(format, sampleStatement(hostileRows));
    const lineBreaks = [0x0a, 0x0d];
    expect([...bytes].filter((byte) => byte < 0x20 && !lineBreaks.includes(byte))).toEqual([]);
  });
});

describe('spreadsheets', () => {
  it('show formulas of other people as text, and amounts as numbers', async () => {
    const statement = sampleStatement(hostileRows);
    const rows = parse<Record<string, string>>(await write('csv', statement), { bom: true, columns: true });
    expect(rows[1]).toMatchObject({ Description: `'=HYPERLINK("http://evil.example","click")`, Amount: '-120.50' });
    expect(rows[2]).toMatchObject({ Counterparty: "'+44 20 7946 0018", Reference: `'-2+3+cmd|' /C calc'!A0` });
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+@]|^-(?!\d+\.\d\d$)/.test(cell))).toEqual(
      [],
    );
    const [header = [], , first = []] = await readXlsx(await write('xlsx', statement));
    expect(first[header.indexOf('Description')]).toBe('=HYPERLINK("http://evil.example","click")');
    expect(first[header.indexOf('Amount')]).toBe(-120.5);
    expect(await readSheetXml(await write('xlsx', statement))).toMatch(/ s="4"><is><t xml:space="preserve">=HYPERLINK/);
    expect(first[header.indexOf('Date')]).toEqual(new Date('2026-10-01'));
  });

  it('begin with a byte order mark, and end lines as Windows does', async () => {
    const text = (await write('csv', sampleStatement(hostileRows))).toString();
    expect(text.startsWith('\uFEFFDate,Value date,')).toBe(true);
    expect(text.split('\r\n').length).toBe(text.split('\n').length);
  });

  it.each(exportPresets.filter((preset) => presetSettings[preset].format === 'csv'))(
    '%s gets its own columns, without balances that it would import',
    async (preset) => {
      const statement = sampleStatement(hostileRows);
      const rows = parse<Record<string, string>>(await write('csv', statement, preset), { columns: true });
      expect(rows.length).toBe(statement.rows.length);
      expect(Object.keys(rows[0] ?? {})).toEqual(csvStyles[preset]?.columns.map(({ header }) => header));
      const amounts = rows.map((row) => row.Amount ?? row.amount ?? (row['Money in'] || `-${row['Money out']}`));
      expect(amounts).toEqual(statement.rows.map(({ amount }) => formatAmount(amount)));
      const [date] = Object.values(rows[0] ?? {});
      expect(date).toBe(csvStyles[preset]?.dates === 'DD/MM/YYYY' ? '01/10/2026' : '2026-10-01');
    },
  );
});

describe('accounting formats', () => {
  it('camt.053 is valid by the schema of ISO 20022', async ({ skip }) => {
    skip(!canValidate, whyNotValidated);
    const documents = [
      sampleStatement(hostileRows),
      sampleStatement([]),
      sampleStatement(hostileRows, { currency: 'JPY' }),
    ];
    expect(findSchemaErrors(await Promise.all(documents.map(async (each) => `${await write('camt053', each)}`)))).toBe(
      '',
    );
  });

  it('camt.053 has codes, both sides of an exchange, and what a fee belongs to', async () => {
    const { Stmt } = xml.parse((await write('camt053', sampleStatement(hostileRows))).toString()).Document
      .BkToCstmrStmt;
    const code = (entry: { BkTxCd: { Domn: { Cd: string; Fmly: { Cd: string; SubFmlyCd: string } } } }) =>
      [entry.BkTxCd.Domn.Cd, entry.BkTxCd.Domn.Fmly.Cd, entry.BkTxCd.Domn.Fmly.SubFmlyCd].join(' ');
    expect(Stmt.Ntry.map(code)).toEqual([
      'PMNT IRCT DMCT',
      'PMNT RCDT DMCT',
      'PMNT IRCT DMCT',
      'PMNT IRCT DMCT',
      'PMNT RCDT DMCT',
      'PMNT IRCT DMCT',
      'FORX SPOT OTHR',
      'ACMT MDOP CHRG',
      'PMNT ICDT RRTN',
      'PMNT IRCT DMCT',
      'ACMT MCOP ADJT',
    ]);
    const [exchange, fee] = [Stmt.Ntry[6], Stmt.Ntry[7]];
    expect(exchange.NtryDtls.TxDtls.AmtDtls.CntrValAmt).toEqual({
      Amt: { '#text': '187806.09', '@Ccy': 'THB' },
      CcyXchg: { SrcCcy: 'GBP', TrgtCcy: 'THB', UnitCcy: 'GBP', XchgRate: '43.3366' },
    });
    expect(fee.NtryDtls.TxDtls.Refs.InstrId).toBe(exchange.AcctSvcrRef);
    expect(Stmt.TxsSummry.TtlNtries).toMatchObject({ NbOfNtries: '11' });
  });

  it('OFX has account type, default currency, noon of the day, the original currency and short names', async () => {
    const { STMTRS } = xml.parse((await write('ofx', sampleStatement(hostileRows))).toString()).OFX.BANKMSGSRSV1
      .STMTTRNRS;
    expect(STMTRS).toMatchObject({
      CURDEF: 'GBP',
      BANKACCTFROM: { BANKID: '040621', ACCTID: 'GB33LARK04062141903362', ACCTTYPE: 'CHECKING' },
    });
    const transactions = STMTRS.BANKTRANLIST.STMTTRN as Record<string, string>[];
    expect(transactions[0]).toMatchObject({ DTPOSTED: '20261001120000' });
    expect(transactions[6]).toMatchObject({ ORIGCURRENCY: { CURRATE: '0.0230751836', CURSYM: 'THB' } });
    expect(transactions[7]?.REFNUM).toBe(transactions[6]?.FITID);
    expect(new Set(transactions.map(({ FITID }) => FITID)).size).toBe(transactions.length);
    expect(transactions.filter(({ FITID = '' }) => !/^[A-Z2-7]{16}$/.test(FITID))).toEqual([]);
    expect(Math.max(...transactions.map(({ NAME = '' }) => NAME.length))).toBeLessThanOrEqual(32);
    expect(Math.max(...transactions.map(({ MEMO = '' }) => MEMO.length))).toBeLessThanOrEqual(255);
  });

  it('MT940 carries only the characters of SWIFT, in lines that are no fields', async () => {
    const lines = (await write('mt940', sampleStatement(hostileRows))).toString().trimEnd().split('\r\n');
    expect(lines.filter((line) => !/^[A-Za-z0-9/?:().,'+ -]*$/.test(line) || line.length > 71)).toEqual([]);
    expect(lines.filter((line) => line.startsWith(':62F:') || line === '-')).toEqual([':62F:C261031GBP665,02', '-']);
    expect(lines.filter((line) => line.startsWith(':61:'))[8]).toMatch(/^:61:2610091009RD120,00NRTI/);
    const yen = (
      await write('mt940', sampleStatement([{ minor: 1500n }], { currency: 'JPY', opening: 0n }))
    ).toString();
    expect(yen).toContain('C1500,NTRF');
  });

  it.each([
    ['Łódź & Søn', 'Lodz + Son'],
    ['ค่าเช่า', 'khaecha'],
    ['😀!', '..'],
  ])('%s is %s in SWIFT', (text, carried) => {
    expect(toSwiftText(text)).toBe(carried);
  });

  it('QIF has the opening balance of its account, and one record per line', async () => {
    const text = (await write('qif', sampleStatement(hostileRows))).toString();
    expect(text).toContain('!Type:Bank\nD01/10/2026\nT1000.00\nCX\nPOpening Balance\nL[Larkmere GBP 3362]\n^\n');
    expect(text.match(/^!Type:Bank$/gm)).toHaveLength(1);
    expect(text.match(/^\^$/gm)).toHaveLength(13);
  });
});

describe('PDF', () => {
  it('has its texts as text, Thai included, on numbered pages with the legal notice', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({ minor: BigInt(at) * 100n - 3000n }));
    const bytes = await write('pdf', sampleStatement([...hostileRows, ...many]));
    const { text, pages, names } = readPdf(bytes);
    expect(pages).toBeGreaterThan(3);
    for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
    expect(text).toContain(decomposeSaraAm('ชำระค่าน้ำประปา'));
    expect(text).toContain('1 Oct 2026 – 31 Oct 2026');
    expect(['/JavaScript', '/JS', '/URI', '/Annots', '/OpenAction'].filter((name) => names.has(name))).toEqual([]);
    for (const reading of readIndependently(bytes)) expect(reading).toContain(`Page 1 of ${pages}`);
  });

  it('is tagged for screen readers, and names its language', async () => {
    const bytes = await write('pdf', sampleStatement(hostileRows));
    const { names } = readPdf(bytes);
    for (const name of ['/StructTreeRoot', '/MarkInfo', '/Lang', '/Table', '/TR', '/TH', '/TD', '/Scope'])
      expect(names).toContain(name);
    for (const structure of readStructure(bytes)) {
      expect(structure.match(/^ {4}TR$/gm)).toHaveLength(6 + 2 + 1 + hostileRows.length);
      expect(structure.match(/^ {2}(H1|H2|Table) \(block\)$/gm)).toHaveLength(1 + 3 + 3);
    }
  });

  it('has its code, and where to check it, on each page', async () => {
    const { head, batches } = sampleStatement(Array.from({ length: 60 }, () => ({ minor: 100n })));
    const { text, pages } = readPdf(await write('pdf', { head: { ...head, code: '7K2M9QXA04TDHB6E' }, batches }));
    expect(pages).toBeGreaterThan(1);
    const printed = 'Check this document at larkmere.test/verify. Code: 7K2M-9QXA-04TD-HB6E';
    expect(text.split(printed)).toHaveLength(1 + pages);
  });

  it('breaks words that are wider than their column, and loses none of their letters', async () => {
    const long = '0123456789'.repeat(12);
    const { text } = readPdf(await write('pdf', sampleStatement([{ minor: 100n, description: long }])));
    expect(text.replaceAll('\n', '')).toContain(long);
  });

  it('has room for the most rows that a file may have', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: maxPdfRows }, (_, at) => ({ minor: BigInt(at), description: `Payment ${at}` }));
    const bytes = await write('pdf', sampleStatement(rows));
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
  });

  it('shows yen without decimals', async () => {
    const { text } = readPdf(
      await write('pdf', sampleStatement([{ minor: 1_234_567n }], { currency: 'JPY', opening: 0n })),
    );
    expect(text).toContain('+1,234,567');
    expect(text).toContain('1,234,567 JPY');
  });
});

const readIndependently = (bytes: Buffer): string[] => inspect(bytes, ['pdftotext', '-raw'], ['-']);
const readStructure = (bytes: Buffer): string[] => inspect(bytes, ['pdfinfo', '-struct']);

function inspect(bytes: Buffer, [program, option]: [string, string], after: string[] = []): string[] {
  const place = mkdtempSync(join(tmpdir(), 'larkmere-statement-'));
  const file = join(place, 'statement.pdf');
  const run = (program: string, ...args: string[]): string[] =>
    existsSync(`/usr/bin/${program}`) ? [execFileSync(program, args, { encoding: 'utf8' })] : [];
  try {
    writeFileSync(file, bytes);
    run('qpdf', '--check', file);
    return run(program, option, file, ...after);
  } finally {
    rmSync(place, { recursive: true });
  }
}
