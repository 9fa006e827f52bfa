import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../../test/fixtures/read-pdf.ts';
import { docx, heicWithMetadata, jpeg, pdf, png, zip } from '../../../../../test/fixtures/sample-files.ts';
import { extractEntry, readEntries } from '../../platform/files/zip.ts';
import { drawPdf, writeText } from '../../platform/pdf/pdf.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { inspectFile } from './scan/inspect.ts';
import { stripMetadata } from './strip-metadata.ts';

describe('JPEG metadata', () => {
  const clean = stripMetadata(jpeg('PK\x03\x04 an archive behind it'), 'image/jpeg');

  it('removes location, comments, application segments and trailing data', () => {
    for (const told of ['GPS', 'secret', 'a comment', 'PK']) expect(clean.includes(told)).toBe(false);
    expect(clean.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  it('keeps pixels, tables and orientation', () => {
    expect(clean.includes('JFIF')).toBe(true);
    expect(clean.includes(Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]))).toBe(true);
    expect(clean.includes(Buffer.from('011200030000000100060000', 'hex'))).toBe(true);
    expect(stripMetadata(clean, 'image/jpeg')).toEqual(clean);
  });
});

it('removes texts and trailing data from a PNG and keeps the rest', () => {
  const clean = stripMetadata(png('<script>'), 'image/png');
  for (const told of ['tEXt', 'tIME', 'secret', '<script>']) expect(clean.includes(told)).toBe(false);
  for (const kept of ['IHDR', 'IDAT', 'IEND']) expect(clean.includes(kept)).toBe(true);
  expect(stripMetadata(clean, 'image/png')).toEqual(clean);
});

it.each([
  ['image/jpeg', jpeg()],
  ['image/png', png()],
])('refuses a %s that is truncated at any byte', (mediaType, whole) => {
  for (let length = 8; length < whole.length - 1; length += 1) {
    const attempt = () => stripMetadata(Buffer.from(whole.subarray(0, length)), mediaType);
    expect(attempt, `after ${length} bytes`).toThrow(Refusal);
  }
});

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const core = '<cp:coreProperties><dc:creator>Mali Hart</dc:creator></cp:coreProperties>';

describe('Office metadata', () => {
  const told = docx({
    'docProps/core.xml': core,
    'docProps/app.xml': '<Properties><Company>Secret & Sons</Company></Properties>',
    'docProps/custom.xml': '<Properties><property>secret</property></Properties>',
    'word/media/image1.jpeg': jpeg(),
    'word/media/image2.png': png(),
    'word/media/image3.png': 'no picture',
  });
  const clean = stripMetadata(told, word);

  it('removes properties and picture metadata and stays a valid document', async () => {
    const parts = readEntries(clean) ?? [];
    const content = Object.fromEntries(
      parts.map((entry) => [entry.name, extractEntry(clean, entry, 1e6)?.toString('latin1') ?? '']),
    );
    expect(Object.keys(content)).toEqual((readEntries(told) ?? []).map(({ name }) => name));
    expect(JSON.stringify(content)).not.toMatch(/Mali|Secret|secret|GPS/);
    expect(content['word/document.xml']).toContain('Invoice');
    expect(content['word/media/image3.png']).toBe('no picture');
    expect(await inspectFile({ mediaType: word, bytes: clean })).toBe('clean');
    expect(stripMetadata(clean, word)).toEqual(clean);
  });

  it('removes data before, between and after the files of the archive', () => {
    const polyglot = Buffer.concat([told, Buffer.from('<script>secret</script>')]);
    expect(stripMetadata(polyglot, word).includes('<script>')).toBe(false);
  });

  it('leaves a file with a decompression bomb unchanged for the scanner to refuse', async () => {
    const bomb = docx({
      'word/media/a.png': Buffer.alloc(60 * 1024 * 1024),
      'word/media/b.png': Buffer.alloc(60 * 1024 * 1024),
    });
    const kept = stripMetadata(bomb, word);
    expect(kept.length).toBeLessThan(bomb.length * 2);
    expect(await inspectFile({ mediaType: word, bytes: kept })).toBe('not_checkable');
  });

  it('does not grow an archive with overlapping entries', () => {
    const shared = zip({ 'word/a.bin': Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))) });
    const end = shared.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    const line = shared.subarray(shared.readUInt32LE(end + 16), end);
    const bomb = Buffer.concat([shared.subarray(0, end), ...Array<Buffer>(5000).fill(line), shared.subarray(end)]);
    bomb.writeUInt16LE(5001, bomb.length - 12);
    expect(readEntries(bomb)).toHaveLength(5001);
    expect(stripMetadata(bomb, word).equals(bomb)).toBe(true);
  });

  it('leaves a damaged archive unchanged or for the scanner to refuse', async () => {
    for (let length = told.length - 1; length > 0; length -= 97) {
      const cut = stripMetadata(Buffer.from(told.subarray(0, length)), word);
      expect(await inspectFile({ mediaType: word, bytes: cut }), `after ${length} bytes`).not.toBe('clean');
    }
  });
});

describe('HEIC metadata', () => {
  const told = heicWithMetadata(
    '\0\0\0\0Exif GPS 51.5007N 0.1246W',
    '<x:xmpmeta>Mali Hart</x:xmpmeta>',
    'PK\x03\x04 behind it',
  );
  const clean = stripMetadata(told, 'image/heic');

  it('removes Exif, XMP and trailing data and keeps pixels at their offsets', () => {
    for (const text of ['GPS', 'Mali', 'behind']) expect(clean.includes(text)).toBe(false);
    expect(clean.indexOf('these are the dots')).toBe(told.indexOf('these are the dots'));
    expect(clean.length).toBe(told.length - 'PK\x03\x04 behind it'.length);
    expect(stripMetadata(clean, 'image/heic')).toEqual(clean);
  });

  it('refuses items outside the file', () => {
    const broken = Buffer.from(told);
    broken.writeUInt32BE(0x7fffffff, broken.indexOf('iloc') + 4 + 8 + 14 + 6);
    expect(() => stripMetadata(broken, 'image/heic')).toThrow(Refusal);
  });
});

it('refuses a HEIC with repeated or endless item locations', () => {
  const endless = heicWithMetadata('Exif', 'XMP');
  const items = endless.indexOf('iloc') + 4 + 4;
  endless[items] = 0;
  endless.writeUInt16BE(65_535, items + 2);
  for (let at = items + 4; at + 6 < endless.length; at += 6) endless.writeUInt16BE(65_535, at + 4);
  expect(() => stripMetadata(endless, 'image/heic')).toThrow(Refusal);
});

describe('PDF metadata', () => {
  const author =
    '<< /Author (Mali \\(the\\) (young) Hart) /Title <4d616c69> /CreationDate (D:20261121) /Trapped /False >>';
  const told = pdf(
    author,
    '<< /Type /Metadata /Subtype /XML >>\nstream\n<?xpacket begin="" id="x"?><a>Mali</a><?xpacket end="w"?>\nendstream',
    '(Mali on the page) Tj',
  )
    .toString('latin1')
    .replace('/Root 1 0 R', '/Root 1 0 R /Info 4 0 R');
  const clean = stripMetadata(Buffer.from(told, 'latin1'), 'application/pdf').toString('latin1');

  it('removes author, program, times and XMP and keeps all other bytes at their offsets', () => {
    expect(clean).toHaveLength(told.length);
    expect(clean).not.toMatch(/young|Hart|4d616c69|20261121|xpacket|<a>/);
    expect(clean).toContain('(Mali on the page) Tj');
    expect(clean).toContain('/Trapped /False');
    for (let i = 0; i < told.length; i += 1) if (clean[i] !== told[i]) expect(clean[i]).toBe(' ');
  });

  it('leaves a PDF of our own library readable', async () => {
    const drawn = await drawPdf(
      'Invoice',
      new Date(0),
      (page) => void writeText(page, 'Invoice 7', { x: 50, y: 50, width: 99 }),
    );
    expect(drawn.toString('latin1')).toMatch(/\(D:1970.*PDFKit|PDFKit[\s\S]*\(D:1970/);
    const bare = stripMetadata(drawn, 'application/pdf');
    expect(bare.toString('latin1')).not.toMatch(/\(D:1970|PDFKit/);
    expect(readPdf(bare).text).toContain('Invoice 7');
  });

  it('reads a PDF crafted to be slow in linear time', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `/Info ${i} 0 R ${i} 0 obj <?xpacket begin <x:xmpmeta`);
    const busy = Buffer.from(`%PDF-1.7\n${lines.join('\n')}`);
    expect(stripMetadata(busy, 'application/pdf').equals(busy)).toBe(true);
  });

  it('leaves a signed PDF unchanged', () => {
    const signed = Buffer.from(told.replace('/Trapped', '/ByteRange [0 1 2 3] /Trapped'), 'latin1');
    expect(stripMetadata(signed, 'application/pdf')).toEqual(signed);
  });
});
