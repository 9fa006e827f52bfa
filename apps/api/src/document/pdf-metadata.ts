/**
 * A PDF whose description is blanked where it lies in the open: the strings of its information (author, program, times)
 * and its XMP. Every byte stays in its place, so nothing else changes. A signed one stays as it is, for the signature would
 * break; what is packed inside other objects stays, too.
 */
export function pdfOnly(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  if (/\/ByteRange\s*\[/.test(text)) return bytes;
  const clean = Buffer.from(bytes);
  for (const { index, 0: packet } of text.matchAll(xmp)) clean.fill(' ', index, index + packet.length);
  for (const { from, to } of objectsOf(text, text.matchAll(/\/Info\s+(\d{1,10})\s+(\d{1,5})\s+R/g))) {
    blankStrings(clean, from, to);
    const others = text.slice(from, to).matchAll(/\/\w+\s+(\d{1,10})\s+(\d{1,5})\s+R/g);
    for (const other of objectsOf(text, others))
      if (/^\s*(\(|<[^<])/.test(text.slice(other.from, other.to))) blankStrings(clean, other.from, other.to);
  }
  return clean;
}

const xmp = /<\?xpacket begin[\s\S]*?<\?xpacket end[^>]*\?>|<x:xmpmeta[\s\S]*?<\/x:xmpmeta>/g;

/** Where the objects lie that are referred to, in every version that the file has of them. */
const objectsOf = (text: string, references: Iterable<RegExpExecArray>): { from: number; to: number }[] =>
  [...new Set([...references].map(([, number, version]) => `${number}\\s+${version}`))].flatMap((name) =>
    [...text.matchAll(new RegExp(`(?<![\\d.])${name}\\s+obj\\b`, 'g'))].map(({ index, 0: head }) => {
      const from = index + head.length;
      return { from, to: text.indexOf('endobj', from) };
    }),
  );

/** Texts in parentheses, which may be nested, and in hexadecimal digits. */
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
