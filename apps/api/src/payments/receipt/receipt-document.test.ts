import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receipts } from '@larkmere/messages/en/receipts';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { money } from '@larkmere/money/money';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../../test/fixtures/read-pdf.ts';
import { ui } from '../../../../web/src/ui/ui.texts.ts';
import { drawDocument } from '../../platform/pdf/document.ts';
import { decomposeSaraAm } from '../../platform/pdf/pdf.ts';
import { describeReceipt, type Receipt, receiptDocument } from './receipt-document.ts';

const at = new Date('2026-07-03T23:30:00Z');
const drawReceipt = (shown: Receipt, drawnAt: Date): Promise<Buffer> => drawDocument(receiptDocument(shown), drawnAt);

const receipt: Receipt = {
  reference: 'PX2K7Q',
  state: 'completed',
  payer: { name: 'บริษัท แม่โขง จำกัด', account: '04-06-21 40000001' },
  payee: { name: 'Łukasz Ćwik & Zoë O’Neill', account: '20-29-59 63748472' },
  amount: money('GBP', 123_456_789n),
  fee: money('GBP', 50n),
  exchange: null,
  rest: null,
  charges: null,
  totalCost: money('GBP', 50n),
  chargeBearer: null,
  payeeReference: 'ค่าน้ำประปา ที่บ้านผู้ใหญ่ ญี่ปุ่น',
  purpose: 'RENT',
  relationship: 'family',
  sourceOfFunds: 'property',
  note: 'Second of three',
  rail: 'faster-payments',
  endToEndId: 'INV-2026/7',
  railReference: 'FPS0001',
  uetr: '7d5d2a3c-6c0b-4b0d-9a3e-1f8f0f1a2b3c',
  createdAt: at,
  sentAt: at,
  completedAt: at,
  returnedAt: null,
};

function readIndependently(bytes: Uint8Array): string[] {
  const place = mkdtempSync(join(tmpdir(), 'larkmere-pdf-'));
  const file = join(place, 'receipt.pdf');
  const run = (program: string, ...args: string[]): string[] =>
    existsSync(`/usr/bin/${program}`) ? [execFileSync(program, args, { encoding: 'utf8' })] : [];
  try {
    writeFileSync(file, bytes);
    run('qpdf', '--check', file);
    return run('pdftotext', '-raw', file, '-');
  } finally {
    rmSync(place, { recursive: true });
  }
}

const bare = (text: string): string => decomposeSaraAm(text).replace(/[\s\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/g, '');

describe('a receipt', () => {
  it('contains parties, amounts, references, value date and the regulatory line as text, Thai included', async () => {
    const bytes = await drawReceipt(receipt, at);
    const { text, pages } = readPdf(bytes);
    expect(pages).toBe(1);
    const written = describeReceipt(receipt).sections.flatMap(({ rows }) => rows.flat());
    for (const part of written) expect(text).toContain(decomposeSaraAm(part));
    expect(text.replace(/\s+/g, ' ')).toContain(receipts.legal_notice);
    for (const reading of readIndependently(bytes))
      for (const part of written) expect(bare(reading)).toContain(bare(part));
    expect(text).toContain('Sat 4 Jul 2026');
  });

  it('contains no script, link, action, form or embedded file', async () => {
    const { names } = readPdf(await drawReceipt({ ...receipt, payeeReference: 'https://evil.example' }, at));
    const live = [
      '/JavaScript',
      '/JS',
      '/Launch',
      '/URI',
      '/Annots',
      '/OpenAction',
      '/AA',
      '/AcroForm',
      '/EmbeddedFile',
    ];
    expect(live.filter((name) => names.has(name))).toEqual([]);
  });

  it('names what left each of two balances, and the rate of the second', () => {
    const rest = {
      sold: money('EUR', 178_509n),
      bought: money('GBP', 150_000n),
      rate: '1 EUR = 0.8403 GBP',
      midRate: '1 EUR = 0.8420 GBP',
      margin: money('EUR', 320n),
      fee: money('EUR', 0n),
    };
    const rows = describeReceipt({ ...receipt, amount: money('GBP', 500_000n), rest }).sections.flatMap(
      (section) => section.rows,
    );
    expect(rows).toContainEqual(['From the balance in GBP', '3,500.50 GBP']);
    expect(rows).toContainEqual(['From the balance in EUR, exchanged', '1,785.09 EUR']);
    expect(rows).toContainEqual([receipts.receipt_your_rate, '1 EUR = 0.8403 GBP']);
    expect(rows).toContainEqual([receipts.receipt_total_cost, '0.50 GBP + 3.20 EUR']);
  });

  it('is deterministic for the same payment and time', async () => {
    expect(await drawReceipt(receipt, at)).toEqual(await drawReceipt(receipt, at));
  });

  it('shows the outcome: sent or returned', () => {
    expect(describeReceipt({ ...receipt, state: 'sent', completedAt: null }).subline).toBe(
      'Sent. The payee’s bank has not confirmed yet that it has arrived.',
    );
    const back = describeReceipt({ ...receipt, state: 'returned', returnedAt: new Date('2026-08-01T09:00:00Z') });
    expect(back.subline).toBe(
      'The money is in your account again. This payment came back on Sat 1 Aug 2026, 10:00 UK time.',
    );
    expect(back.sections.at(-1)?.rows.at(-1)).toEqual(['Returned', 'Sat 1 Aug 2026, 10:00 UK time']);
  });

  it('shows the received amount in another currency, and the rate', () => {
    const exchange = {
      sold: money('GBP', 100_500n),
      rate: '1 GBP = 46.7661 THB',
      midRate: '1 GBP = 47.0000 THB',
      margin: money('GBP', 500n),
      fee: money('GBP', 0n),
    };
    const amount = money('THB', 4_700_000n);
    const charges = { expected: money('THB', 50_000n), deducted: null };
    const rows = (over: Partial<Receipt>) =>
      describeReceipt({ ...receipt, amount, exchange, charges, totalCost: money('GBP', 1619n), ...over }).sections[2]
        ?.rows;
    expect(rows({})).toEqual([
      ['Amount sent', '47,000.00 THB'],
      ['Exchanged from', '1,005.00 GBP'],
      ['Market rate', '1 GBP = 47.0000 THB'],
      ['Your rate', '1 GBP = 46.7661 THB'],
      ['Our margin', '5.00 GBP'],
      ['Our fee', '0.50 GBP'],
      ['Total from your account', '1,005.50 GBP'],
      ['Other banks’ charges (estimated)', '500.00 THB'],
      ['Payee gets', '46,500.00 THB'],
      ['Total cost (estimated)', '16.19 GBP'],
    ]);
    const kept = { ...charges, deducted: money('THB', 20_000n) };
    expect(rows({ charges: kept, totalCost: money('GBP', 977n) })?.slice(-4)).toEqual([
      ['Other banks’ charges', '200.00 THB'],
      ['Payee received', '46,800.00 THB'],
      ['Payee gets (estimated)', '46,500.00 THB'],
      ['Total cost', '9.77 GBP'],
    ]);
  });

  it('shows who bears intermediary charges', () => {
    const rows = describeReceipt({ ...receipt, rail: 'swift', chargeBearer: 'SHA' }).sections[2]?.rows;
    expect(rows?.at(-1)).toEqual(['Charge option', 'Charges are shared (SHA)']);
  });

  it('has the same legal text as the web pages', () => {
    expect(receipts.legal_notice).toBe(ui.legal);
  });
});

it.each([
  [999n, 'GBP', '9.99 GBP'],
  [1_234_567n, 'JPY', '1,234,567 JPY'],
  [100_000_000n, 'THB', '1,000,000.00 THB'],
] as const)('%s minor units of %s are %s', (minor, currency, text) => {
  expect(formatDisplayMoney(money(currency, minor))).toBe(text);
});

it.each([
  ['ค่าน้ำ', 'ค่านํ้า'],
  ['ทำ', 'ทํา'],
  ['Ann', 'Ann'],
])('%s is drawn completely', (text, parts) => {
  expect(decomposeSaraAm(text)).toBe(parts);
});
