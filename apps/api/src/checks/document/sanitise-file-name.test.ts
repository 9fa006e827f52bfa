import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sanitiseFileName } from './store-document.ts';

it.each([
  ['invoice.PDF', 'invoice.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ann\\scan.jpg', 'scan.jpg'],
  ['ใบแจ้งหนี้ 2569.pdf', 'ใบแจ้งหนี้ 2569.pdf'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
  ['...', 'document'],
  ['', 'document'],
  ['.pdf', 'pdf'],
  ['a\u0000b\r\nSet-Cookie: x.pdf', 'abSet-Cookie x.pdf'],
  [`${'long '.repeat(60)}.docx`, `${'long '.repeat(23)}.docx`],
])('cleans %j to %j', (given, kept) => {
  expect(sanitiseFileName(given)).toBe(kept);
});

it('returns a short name without folders or invisible characters for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const kept = sanitiseFileName(given);
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.length).toBeLessThanOrEqual(120);
      expect(kept).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]/u);
      expect(sanitiseFileName(kept)).toBe(kept);
    }),
  );
});
