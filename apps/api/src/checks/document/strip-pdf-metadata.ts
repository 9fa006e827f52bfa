/**
 * Blanks the document information and XMP outside compressed objects. Bytes keep their offsets. A signed file stays
 * unchanged, because its signature would break. The number of passes over the file is fixed, whatever it contains.
 */
export function stripPdfMetadata(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  if (/\/ByteRange\s*\[/.test(text)) return bytes;
  const clean = Buffer.from(bytes);
  blankBetween(clean, text, '<?xpacket begin', '<?xpacket end');
  blankBetween(clean, text, '<x:xmpmeta', '</x:xmpmeta>');
  const about = findReferences(text, /\/Info\s+(\d{1,10})\s+(\d{1,5})\s+R/g);
  if (about.size === 0) return clean;
  const objects = findObjects(text);
  const inside = new Set<string>();
  for (const { name, from, to } of objects) {
    if (!about.has(name)) continue;
    blankStrings(clean, from, to);
    for (const other of findReferences(text.slice(from, to), /\/\w+\s+(\d{1,10})\s+(\d{1,5})\s+R/g)) inside.add(other);
  }
  for (const { name, from, to } of objects)
    if (inside.has(name) && /^\s*(\(|<[^<])/.test(text.slice(from, to))) blankStrings(clean, from, to);
  return clean;
}

function blankBetween(clean: Buffer, text: string, begin: string, end: string): void {
  for (let from = text.indexOf(begin); from >= 0; ) {
    const last = text.indexOf(end, from);
    if (last < 0) return;
    clean.fill(' ', from, last + end.length);
    from = text.indexOf(begin, last);
  }
}

const findReferences = (text: string, references: RegExp): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(references), ([, number, version]) => `${number} ${version}`));

type PdfObject = Readonly<{ name: string; from: number; to: number }>;

function findObjects(text: string): PdfObject[] {
  const objects: PdfObject[] = [];
  let open: Omit<PdfObject, 'to'> | undefined;
  for (const { index, 0: mark, 1: number, 2: version } of text.matchAll(
    /(?<![\d.])(\d{1,10})\s+(\d{1,5})\s+obj\b|endobj\b/g,
  )) {
    if (open && mark === 'endobj') objects.push({ ...open, to: index });
    open = mark === 'endobj' ? undefined : { name: `${number} ${version}`, from: index + mark.length };
  }
  return objects;
}

function blankStrings(bytes: Buffer, from: number, to: number): void {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const sign = String.fromCharCode(bytes[at] ?? 0);
    if (depth > 0 && sign === '\\') {
      bytes.fill(' ', at, Math.min(at + 2, to));
      at += 1;
    } else if (sign === '(' || (sign === ')' && depth > 0)) {
      const isOuter = sign === '(' ? depth === 0 : depth === 1;
      depth += sign === '(' ? 1 : -1;
      if (!isOuter) bytes[at] = 0x20;
    } else if (depth > 0) bytes[at] = 0x20;
    else if (sign === '<' && bytes[at + 1] === 0x3c) at += 1;
    else if (sign === '<') {
      const end = bytes.indexOf('>', at);
      if (end < 0 || end > to) return;
      bytes.fill(' ', at + 1, end);
      at = end;
    }
  }
}
