import { deflateSync } from 'node:zlib';
import { eicar, pdf, zip } from '../fixtures/sample-files.ts';
import type { FuzzContext } from './request.ts';
import { asText } from './values.ts';

const boundary = 'larkmere';

const csv = [
  'Payee name,Sort code,Account number,Amount,Currency,Reference',
  'Somchai Prasert,202959,63748472,12.50,GBP,Rent',
  ',,,,,',
  '"a""b\n,1',
].join('\r\n');

const files: readonly (readonly [name: string, type: string, bytes: Buffer])[] = [
  ['a.pdf', 'application/pdf', pdf()],
  ['b.pdf', 'application/pdf', pdf('<< /S /JavaScript /JS (app.alert(1)) >>')],
  ['a.csv', 'text/csv', Buffer.from(csv)],
  ['a.xlsx', 'application/zip', zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })],
  ['a.docx', 'application/zip', zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' })],
  ['a.xml', 'application/xml', Buffer.from('<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>')],
  ['a.png', 'image/png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), deflateSync('x')])],
  ['a.jpg', 'image/jpeg', Buffer.from('ffd8ffe000104a46494600ffd9', 'hex')],
  ['a.txt', 'text/plain', Buffer.from(eicar)],
  ['', '', Buffer.alloc(0)],
  ['\u202e fdp.exe', 'é', Buffer.from([0xff, 0, 0xfe])],
];

export function buildForm(fields: Readonly<Record<string, unknown>>, { random }: FuzzContext): Buffer {
  const parts = Object.entries(fields).map(([name, value]) => {
    const place = `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"`;
    if (name !== 'file') return Buffer.from(`${place}\r\n\r\n${asText(value)}\r\n`);
    const [file, type, bytes] = random.oneOf(files);
    const head = `${place}; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
  });
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return random.chance(0.8) ? whole : whole.subarray(0, random.between(0, whole.length));
}

export const formType = `multipart/form-data; boundary=${boundary}`;
