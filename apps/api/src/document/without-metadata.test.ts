import { describe, expect, it } from 'vitest';
import { heic, jpeg, pdf, png } from '../../../../test/given-file.ts';
import { Refusal } from '../kernel/refusal.ts';
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

it('other files stay as they are', () => {
  expect(withoutMetadata(pdf(), 'application/pdf')).toEqual(pdf());
  expect(withoutMetadata(heic(), 'image/heic')).toEqual(heic());
});
