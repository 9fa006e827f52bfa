import { describe, expect, it } from 'vitest';
import { docx, heicOf, jpeg, pdf, png, zip } from '../../../../test/given-file.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { drawPdf, writeText } from '../kernel/pdf.ts';
import { Refusal } from '../kernel/refusal.ts';
import { entriesOf, unpack } from '../kernel/zip.ts';
import { inspect } from './scan/inspect.ts';
import { withoutMetadata } from './without-metadata.ts';

describe('a JPEG', () => {
  const clean = withoutMetadata(jpeg('PK\x03\x04 an archive behind it'), 'image/jpeg');

  it('loses place, comment, everything added by programs, and whatever stands behind its end', () => {
    for (const told of ['GPS', 'secret', 'a comment', 'PK']) expect(clean.includes(told)).toBe(false);
    expect(clean.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  it('keeps its dots, its tables, and which way up it is', () => {
    expect(clean.includes('JFIF')).toBe(true);
    expect(clean.includes(Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]))).toBe(true);
    expect(clean.includes(Buffer.from('011200030000000100060000', 'hex'))).toBe(true);
    expect(withoutMetadata(clean, 'image/jpeg')).toEqual(clean);
  });
});

it('a PNG loses its texts and what stands behind its end, and keeps the rest', () => {
  const clean = withoutMetadata(png('<script>'), 'image/png');
  for (const told of ['tEXt', 'tIME', 'secret', '<script>']) expect(clean.includes(told)).toBe(false);
  for (const kept of ['IHDR', 'IDAT', 'IEND']) expect(clean.includes(kept)).toBe(true);
  expect(withoutMetadata(clean, 'image/png')).toEqual(clean);
});

it.each([
  ['image/jpeg', jpeg()],
  ['image/png', png()],
])('a %s that breaks off is refused wherever it does', (mediaType, whole) => {
  for (let length = 8; length < whole.length - 1; length += 1) {
    const attempt = () => withoutMetadata(Buffer.from(whole.subarray(0, length)), mediaType);
    expect(attempt, `after ${length} bytes`).toThrow(Refusal);
  }
});

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const core = '<cp:coreProperties><dc:creator>Mali Hart</dc:creator></cp:coreProperties>';

describe('a Word or Excel file', () => {
  const told = docx({
    'docProps/core.xml': core,
    'docProps/app.xml': '<Properties><Company>Secret & Sons</Company></Properties>',
    'docProps/custom.xml': '<Properties><property>secret</property></Properties>',
    'word/media/image1.jpeg': jpeg(),
    'word/media/image2.png': png(),
    'word/media/image3.png': 'no picture',
  });
  const clean = withoutMetadata(told, word);

  it('loses its properties and what its pictures tell, and is still what it was', async () => {
    const parts = entriesOf(clean) ?? [];
    const content = Object.fromEntries(
      parts.map((entry) => [entry.name, unpack(clean, entry, 1e6)?.toString('latin1') ?? '']),
    );
    expect(Object.keys(content)).toEqual((entriesOf(told) ?? []).map(({ name }) => name));
    expect(JSON.stringify(content)).not.toMatch(/Mali|Secret|secret|GPS/);
    expect(content['word/document.xml']).toContain('Invoice');
    expect(content['word/media/image3.png']).toBe('no picture');
    expect(await inspect({ mediaType: word, bytes: clean })).toBe('clean');
    expect(withoutMetadata(clean, word)).toEqual(clean);
  });

  it('is nothing but an archive afterwards: what lay before, between and behind its files is gone', () => {
    const polyglot = Buffer.concat([told, Buffer.from('<script>secret</script>')]);
    expect(withoutMetadata(polyglot, word).includes('<script>')).toBe(false);
  });

  it('with a picture that unpacks to far too much is left to the scanner, which refuses it', async () => {
    const bomb = docx({
      'word/media/a.png': Buffer.alloc(60 * 1024 * 1024),
      'word/media/b.png': Buffer.alloc(60 * 1024 * 1024),
    });
    const kept = withoutMetadata(bomb, word);
    expect(kept.length).toBeLessThan(bomb.length * 2);
    expect(await inspect({ mediaType: word, bytes: kept })).toBe('not_checkable');
  });

  it('whose files all lie in the same place does not grow', () => {
    const shared = zip({ 'word/a.bin': Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))) });
    const end = shared.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    const line = shared.subarray(shared.readUInt32LE(end + 16), end);
    const bomb = Buffer.concat([shared.subarray(0, end), ...Array<Buffer>(5000).fill(line), shared.subarray(end)]);
    bomb.writeUInt16LE(5001, bomb.length - 12);
    expect(entriesOf(bomb)).toHaveLength(5001);
    expect(withoutMetadata(bomb, word).equals(bomb)).toBe(true);
  });

  it('that lies about its sizes, or is damaged, comes back as it is or is refused by the scanner', async () => {
    for (let length = told.length - 1; length > 0; length -= 97) {
      const cut = withoutMetadata(Buffer.from(told.subarray(0, length)), word);
      expect(await inspect({ mediaType: word, bytes: cut }), `after ${length} bytes`).not.toBe('clean');
    }
  });
});

describe('a HEIC', () => {
  const told = heicOf('\0\0\0\0Exif GPS 51.5007N 0.1246W', '<x:xmpmeta>Mali Hart</x:xmpmeta>', 'PK\x03\x04 behind it');
  const clean = withoutMetadata(told, 'image/heic');

  it('loses Exif, XMP and what stands behind its end, and keeps its dots in their place', () => {
    for (const text of ['GPS', 'Mali', 'behind']) expect(clean.includes(text)).toBe(false);
    expect(clean.indexOf('these are the dots')).toBe(told.indexOf('these are the dots'));
    expect(clean.length).toBe(told.length - 'PK\x03\x04 behind it'.length);
    expect(withoutMetadata(clean, 'image/heic')).toEqual(clean);
  });

  it('that says that its items are elsewhere is refused', () => {
    const broken = Buffer.from(told);
    broken.writeUInt32BE(0x7fffffff, broken.indexOf('iloc') + 4 + 8 + 14 + 6);
    expect(() => withoutMetadata(broken, 'image/heic')).toThrow(Refusal);
  });
});

it('a HEIC that lists the same bytes again and again, or nothing without end, is refused', () => {
  const endless = heicOf('Exif', 'XMP');
  const items = endless.indexOf('iloc') + 4 + 4;
  endless[items] = 0;
  endless.writeUInt16BE(65_535, items + 2);
  for (let at = items + 4; at + 6 < endless.length; at += 6) endless.writeUInt16BE(65_535, at + 4);
  expect(() => withoutMetadata(endless, 'image/heic')).toThrow(Refusal);
});

describe('a PDF', () => {
  const author =
    '<< /Author (Mali \\(the\\) (young) Hart) /Title <4d616c69> /CreationDate (D:20261121) /Trapped /False >>';
  const told = pdf(
    author,
    '<< /Type /Metadata /Subtype /XML >>\nstream\n<?xpacket begin="" id="x"?><a>Mali</a><?xpacket end="w"?>\nendstream',
    '(Mali on the page) Tj',
  )
    .toString('latin1')
    .replace('/Root 1 0 R', '/Root 1 0 R /Info 4 0 R');
  const clean = withoutMetadata(Buffer.from(told, 'latin1'), 'application/pdf').toString('latin1');

  it('loses its author, program and times and its XMP, and keeps every byte of the rest in its place', () => {
    expect(clean).toHaveLength(told.length);
    expect(clean).not.toMatch(/young|Hart|4d616c69|20261121|xpacket|<a>/);
    expect(clean).toContain('(Mali on the page) Tj');
    expect(clean).toContain('/Trapped /False');
    for (let i = 0; i < told.length; i += 1) if (clean[i] !== told[i]) expect(clean[i]).toBe(' ');
  });

  it('as our own library draws it can still be read', async () => {
    const drawn = await drawPdf(
      'Invoice',
      new Date(0),
      (page) => void writeText(page, 'Invoice 7', { x: 50, y: 50, width: 99 }),
    );
    expect(drawn.toString('latin1')).toMatch(/\(D:1970.*PDFKit|PDFKit[\s\S]*\(D:1970/);
    const bare = withoutMetadata(drawn, 'application/pdf');
    expect(bare.toString('latin1')).not.toMatch(/\(D:1970|PDFKit/);
    expect(readPdf(bare).text).toContain('Invoice 7');
  });

  it('made to keep us busy is read as fast as any other', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `/Info ${i} 0 R ${i} 0 obj <?xpacket begin <x:xmpmeta`);
    const busy = Buffer.from(`%PDF-1.7\n${lines.join('\n')}`);
    expect(withoutMetadata(busy, 'application/pdf').equals(busy)).toBe(true);
  });

  it('that is signed stays as it is: the signature would break', () => {
    const signed = Buffer.from(told.replace('/Trapped', '/ByteRange [0 1 2 3] /Trapped'), 'latin1');
    expect(withoutMetadata(signed, 'application/pdf')).toEqual(signed);
  });
});
