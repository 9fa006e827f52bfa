import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** The EICAR test file, in two parts so that this source file is not flagged. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

export const pdf = (...objects: string[]): Buffer =>
  latin(
    [
      '%PDF-1.7',
      '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>\nendobj',
      ...objects.map((body, i) => `${i + 4} 0 obj\n${body}\nendobj`),
      'trailer << /Root 1 0 R >>\n%%EOF\n',
    ].join('\n'),
  );

export function packed(dictionary: string, content: string): string {
  const data = deflateSync(latin(content)).toString('latin1');
  return `<< ${dictionary} /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

type Entries = Readonly<Record<string, string | Buffer>>;

export function zip(entries: Entries): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const plain = Buffer.from(content);
    const data = deflateRawSync(plain);
    const about = Buffer.alloc(22);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(plain), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(plain.length, 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    const head = Buffer.concat([latin('PK\x03\x04'), about, lengths, latin(name)]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.concat([latin('PK\x01\x02\x14\x00'), about, lengths, place, latin(name)]));
    parts.push(head, data);
    at += head.length + data.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...list, latin('PK\x05\x06'), end]);
}

const contentTypes = (part: string, type: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.${type}.main+xml"/></Types>`;

export const docx = (more: Entries = {}, text = 'Invoice'): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('word/document.xml', 'openxmlformats-officedocument.wordprocessingml.document'),
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': `<w:document><w:t>${text}</w:t></w:document>`,
    ...more,
  });

export const xlsx = (more: Entries = {}): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('xl/workbook.xml', 'openxmlformats-officedocument.spreadsheetml.sheet'),
    '_rels/.rels': '<Relationships/>',
    'xl/workbook.xml': '<workbook/>',
    ...more,
  });

export const docm = (): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes('word/document.xml', 'ms-word.document.macroEnabled'),
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': '<w:document/>',
    'word/vbaProject.bin': 'Attribute VB_Name',
  });

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

const exif = Buffer.concat([
  latin('Exif\0\0MM\0*\0\0\0\b'),
  Buffer.from('000201120003000000010006000001000003000000010001000000000000', 'hex'),
  latin('GPS 51.5007N 0.1246W'),
]);

export const jpeg = (behind = ''): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    segment(0xe1, exif),
    segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0<secret/>')),
    segment(0xfe, latin('a comment')),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    latin(behind),
  ]);

const chunk = (name: string, content: Buffer): Buffer => {
  const whole = Buffer.concat([latin(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(whole), 4);
  return Buffer.concat([frame.subarray(0, 4), whole, frame.subarray(4)]);
};

export const png = (behind = ''): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    chunk('tEXt', latin('Comment\0secret')),
    chunk('tIME', Buffer.from('07ea0b15080000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.from([0, 255]))),
    chunk('IEND', Buffer.alloc(0)),
    latin(behind),
  ]);

export const heic = (): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), latin('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.from([0, 0, 0, 0, ...latin(type)]);
  head.writeUInt32BE(body.length + 8, 0);
  return Buffer.concat([head, body]);
};
const short = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const long = (...values: number[]): Buffer => short(...values.flatMap((value) => [value >> 16, value & 65_535]));

export function heicOf(exifText: string, xmp: string, behind = ''): Buffer {
  const dots = latin('these are the dots');
  const items = [dots, latin(exifText), latin(xmp)];
  const info = (item: number, type: string): Buffer =>
    box(
      'infe',
      Buffer.from([2, 0, 0, 0]),
      short(item, 0),
      latin(`${type}\0${type === 'mime' ? 'application/rdf+xml\0' : ''}`),
    );
  const infos = box('iinf', long(0), short(3), info(1, 'hvc1'), info(2, 'Exif'), info(3, 'mime'));
  const descriptionOf = (from: number): Buffer => {
    let at = from;
    const places = items.map(({ length }, i) => {
      at += length;
      return Buffer.concat([short(i + 1, 0, 1), long(at - length, length)]);
    });
    return box('meta', long(0), infos, box('iloc', long(0), Buffer.from([0x44, 0]), short(3), ...places));
  };
  const kind = box('ftyp', latin('heic\0\0\0\0mif1heic'));
  const from = kind.length + descriptionOf(0).length + 8;
  return Buffer.concat([kind, descriptionOf(from), box('mdat', ...items), latin(behind)]);
}
